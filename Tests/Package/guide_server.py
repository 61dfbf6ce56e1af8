#!/usr/bin/python3
"""guide_server.py ADDRESS: an HTTP server on port 80 that accepts every order."""
import http.server
import sys


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.send_response(204)
        self.end_headers()


http.server.ThreadingHTTPServer((sys.argv[1], 80), Handler).serve_forever()

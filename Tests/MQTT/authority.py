"""A certificate authority, by openssl."""
import pathlib
import ssl
import subprocess

KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]


def openssl(*words) -> None:
    result = subprocess.run(["openssl", *map(str, words)], capture_output=True, text=True, timeout=30, check=False)
    if result.returncode != 0:
        raise AssertionError(f"openssl {words}: {result.stderr}")


class Authority:
    def __init__(self, folder: pathlib.Path, name: str = "ca"):
        self.folder, self.name = folder, name
        self.file, self.key = folder / f"{name}.pem", folder / f"{name}.key"
        openssl("req", "-x509", *KEY, "-keyout", self.key, "-out", self.file, "-subj", f"/CN={name}", "-days", 2)

    def issue(self, name: str, host: str = "localhost", days: int = 1) -> tuple[pathlib.Path, pathlib.Path]:
        """A certificate and its key. Negative days: it has expired."""
        base = self.folder / f"{self.name}-{name}"
        request, certificate, key, extensions = (base.with_suffix(end) for end in (".csr", ".pem", ".key", ".ext"))
        openssl("req", *KEY, "-keyout", key, "-out", request, "-subj", f"/CN={name}")
        extensions.write_text(f"subjectAltName=DNS:{host}\n")
        openssl("x509", "-req", "-in", request, "-CA", self.file, "-CAkey", self.key, "-CAcreateserial", "-days", days,
                "-extfile", extensions, "-out", certificate)
        return certificate, key

    def trust(self, certificate: tuple[pathlib.Path, pathlib.Path] | None = None) -> ssl.SSLContext:
        """For a client that trusts this authority."""
        context = ssl.create_default_context(cafile=str(self.file))
        if certificate:
            context.load_cert_chain(*certificate)
        return context

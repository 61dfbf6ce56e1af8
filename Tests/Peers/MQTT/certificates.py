"""Certificates for a broker and its clients."""

import datetime
import ipaddress
import pathlib

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


class Authority:
    """A certificate authority of the test, with its files in a folder: ca.pem, and NAME.pem and NAME.key of each it signs."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(exist_ok=True)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.subject = self._subject("domo test authority")
        self.certificate = self._sign(self.subject, self.key.public_key(), authority=True)
        (self.folder / "ca.pem").write_bytes(self.certificate)

    def issue(self, name):
        """Signs a certificate for localhost and 127.0.0.1, or for the client of that name."""
        key = ec.generate_private_key(ec.SECP256R1())
        certificate = self._sign(self._subject(name), key.public_key(), authority=False)
        (self.folder / f"{name}.pem").write_bytes(certificate)
        (self.folder / f"{name}.key").write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        (self.folder / f"{name}.key").chmod(0o600)

    @staticmethod
    def _subject(name):
        return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])

    def _sign(self, subject, key, authority):
        now = datetime.datetime.now(datetime.UTC)
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self.subject)
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=30))
            .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
        )
        if not authority:
            names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
            builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
        return builder.sign(self.key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)

/** Certificates that a company keeps at a time. */
export const maxCertificates = 200
/** Bytes of the file of a certificate. */
export const maxCertificateBytes = 20_000_000
/** Certificates of its own kinds that a client demands. */
export const maxOwnKinds = 4

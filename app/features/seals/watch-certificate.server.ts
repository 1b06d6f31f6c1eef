import { currentSealCertificate, type SealValidity, validityOf } from '#app/documents/seal/seal-certificate.server.ts'
import { logger } from '#app/platform/logger.server.ts'

/** How the certificate of the seal stands at `now` (UTC ms); null before the installation has made its own. */
export async function sealValidity(now: number): Promise<SealValidity | null> {
  const certificate = await currentSealCertificate()
  return certificate && validityOf(certificate, now)
}

/** Logs a certificate of the seal that will end or with which nothing can be sealed: run at every start and each day, `now` in UTC ms. */
export async function watchSealCertificate(now: number): Promise<void> {
  const validity = await sealValidity(now)
  if (!validity || validity.state === 'valid') return
  const times = { from: new Date(validity.from).toISOString(), to: new Date(validity.to).toISOString() }
  if (validity.state === 'ending') logger.warn(times, 'the certificate of the seal will end; set another SEAL_KEY_FILE')
  else logger.error(times, 'no document can be sealed, because the certificate of the seal is not valid')
}

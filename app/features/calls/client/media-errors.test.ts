import { expect, it } from 'vitest'
import { browserOf, callObstacle, MediaUnavailable, mediaErrorCause } from './media-errors.ts'

it.each([
  ['NotAllowedError', 'permission'],
  ['SecurityError', 'permission'],
  ['NotFoundError', 'noDevice'],
  ['NotReadableError', 'inUse'],
  ['AbortError', 'inUse'],
  ['OverconstrainedError', 'constraints'],
  ['NotSupportedError', 'unsupported'],
  ['InvalidStateError', 'other'],
])('%s is told as %s', (name, cause) => {
  expect(mediaErrorCause(new DOMException('', name))).toBe(cause)
})

it('tells what is no error of a device', () => {
  expect(mediaErrorCause(new TypeError('no'))).toBe('unsupported')
  expect(mediaErrorCause(new MediaUnavailable('insecure'))).toBe('insecure')
  expect(mediaErrorCause('what')).toBe('other')
})

it('knows where calls are impossible', () => {
  const mediaDevices = { getUserMedia: () => {} }
  const RTCPeerConnection = class {}
  expect(callObstacle({ isSecureContext: true, RTCPeerConnection, navigator: { mediaDevices } })).toBeNull()
  expect(callObstacle({ isSecureContext: false, RTCPeerConnection, navigator: {} })).toBe('insecure')
  expect(callObstacle({ isSecureContext: true, RTCPeerConnection, navigator: {} })).toBe('unsupported')
  expect(callObstacle({ isSecureContext: true, navigator: { mediaDevices } })).toBe('unsupported')
})

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
it.each([
  ['chromium', `Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/150.0.0.0 Safari/537.36`],
  ['chromium', `Mozilla/5.0 (Linux; Android 16) ${webKit} Chrome/150.0.0.0 Mobile Safari/537.36`],
  ['firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'],
  ['safari', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/26.0 Safari/605.1.15`],
])('recognises %s', (browser, userAgent) => {
  expect(browserOf(userAgent)).toBe(browser)
})

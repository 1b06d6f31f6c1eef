/** Why a microphone, a camera or a screen could not be opened. */
export const mediaErrorCauses = [
  'permission',
  'noDevice',
  'inUse',
  'constraints',
  'insecure',
  'unsupported',
  'other',
] as const
export type MediaErrorCause = (typeof mediaErrorCauses)[number]

/** Browsers differ in where permissions are changed. */
export type Browser = 'chromium' | 'firefox' | 'safari'

const causes: Record<string, MediaErrorCause> = {
  NotAllowedError: 'permission',
  SecurityError: 'permission',
  NotFoundError: 'noDevice',
  DevicesNotFoundError: 'noDevice',
  NotReadableError: 'inUse',
  AbortError: 'inUse',
  OverconstrainedError: 'constraints',
  NotSupportedError: 'unsupported',
  TypeError: 'unsupported',
}

/** The cause of the browser's error. The names are those of the Media Capture specification, and the older ones of Chromium. */
export function mediaErrorCause(error: unknown): MediaErrorCause {
  if (error instanceof MediaUnavailable) return error.reason
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  return causes[name] ?? 'other'
}

/** The browser gives no access to devices at all: over plain HTTP, or because it does not know how. */
export class MediaUnavailable extends Error {
  readonly reason: 'insecure' | 'unsupported'
  constructor(reason: 'insecure' | 'unsupported') {
    super(reason)
    this.reason = reason
  }
}

/** What the page's scope says about calls: null if they are possible. */
export function callObstacle(scope: {
  isSecureContext: boolean
  RTCPeerConnection?: unknown
  navigator: { mediaDevices?: { getUserMedia?: unknown } }
}): 'insecure' | 'unsupported' | null {
  if (!scope.navigator.mediaDevices?.getUserMedia) return scope.isSecureContext ? 'unsupported' : 'insecure'
  return scope.RTCPeerConnection ? null : 'unsupported'
}

export function browserOf(userAgent: string): Browser {
  if (/firefox|fxios/i.test(userAgent)) return 'firefox'
  return /safari/i.test(userAgent) && !/chrom|crios|android|edg/i.test(userAgent) ? 'safari' : 'chromium'
}

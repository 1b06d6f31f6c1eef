import type { Outgoing } from '#app/features/conversations/ui/chat-model.ts'

/** The server will not take the file; the message is in the user's language. */
export class RefusedUpload extends Error {}

export type Upload = { file: File; conversationId: string; userId: string; voice?: Outgoing['voice'] }

/**
 * Uploads a file to /api/upload and reports its progress (0–1). Returns the file's id.
 * @throws RefusedUpload if the server will not take the file; Error if it could not now, the connection breaks, or `signal`
 * aborts it.
 */
export function upload(
  { file, conversationId, userId, voice }: Upload,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const form = new FormData()
  form.set('reference_type', voice ? 'voice_message' : 'chat_message')
  form.set('reference_id', conversationId)
  form.set('uploaded_by', userId)
  if (voice) {
    form.set('durationMs', String(voice.durationMs))
    form.set('waveform', JSON.stringify(voice.waveform))
  }
  // The file comes last, so that the server knows its purpose before it arrives.
  form.set('file', file)
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest()
    const failed = () => {
      const { status } = request
      const final = status === 400 || status === 413 || status === 415 || status === 422
      fail(final ? new RefusedUpload(refusalIn(request)) : new Error(refusalIn(request)))
    }
    request.open('POST', '/api/upload')
    request.setRequestHeader('Accept', 'application/json')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const id = request.status < 300 ? fileIdIn(request.responseText) : null
      if (id) done(id)
      else failed()
    }
    request.onerror = failed
    request.onabort = failed
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

export function fileIdIn(body: string): string | null {
  const { file } = parsed(body) as { file?: { id?: unknown; file_id?: unknown } }
  const id = file?.id ?? file?.file_id
  return typeof id === 'string' ? id : null
}

function refusalIn({ responseText, status }: XMLHttpRequest): string {
  const { error } = parsed(responseText) as { error?: unknown }
  return status >= 400 && typeof error === 'string' ? error : ''
}

function parsed(body: string): object {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

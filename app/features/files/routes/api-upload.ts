import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { answerApi, methodNotAllowed, parseInput } from '#app/features/accounts/answer-api.server.ts'
import type { VoiceFacts } from '#app/features/files/describe-files.server.ts'
import { receiveChatFiles } from '#app/features/messages/receive-chat-files.server.ts'
import { forbidden, invalid } from '#app/platform/errors.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { maxVoiceMs } from '#app/ui/media/voice-state.ts'
import { waveformSamples } from '#app/ui/media/waveform.ts'

const references = ['chat_message', 'voice_message'] as const

/** The waveform is JSON text, because a form has no lists. */
const waveform = z
  .string()
  .default('[]')
  .transform((text, issues) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      issues.addIssue({ code: 'custom', message: 'not JSON' })
      return z.NEVER
    }
  })

const voiceSchema = z.object({
  durationMs: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 * maxVoiceMs),
  waveform: waveform.pipe(z.array(z.number().int().min(0).max(100)).max(waveformSamples)),
})

export const loader = () => methodNotAllowed('POST')

/** Stores a file for a conversation (`reference_id`), which its uploader can then send with a message. */
export async function action({ request }: ActionFunctionArgs): Promise<Response> {
  if (request.method !== 'POST') return methodNotAllowed('POST')
  return answerApi(request, rateLimits.chatChange, 'messages.send', async (ctx) => {
    const { files } = await receiveChatFiles(ctx, request, {
      maxFiles: 1,
      conversationOf: (form) => conversationOf(ctx.actor.id, form),
      complete,
    })
    const [file] = files
    if (!file) throw invalid('errors:badRequest', { field: 'file' })
    const data = { ...file, file_id: file.id, type: file.kind, url: `/files/${file.id}` }
    return { status: 201, body: { data, file: data } }
  })
}

/** The uploader is the signed-in user; another user's id in `uploaded_by` is refused. */
function conversationOf(userId: string, form: FormData): string | null {
  const by = form.get('uploaded_by') ?? ''
  if (by !== '' && by !== userId) throw forbidden()
  const id = form.get('reference_id')
  return typeof id === 'string' ? id : null
}

function complete(form: FormData): VoiceFacts | null {
  const type = form.get('reference_type')
  if (!references.some((each) => each === type)) throw invalid('errors:badRequest', { field: 'reference_type' })
  return type === 'voice_message' ? parseInput(voiceSchema, Object.fromEntries(form)) : null
}

import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { z } from 'zod'
import { env } from './env.server.ts'
import { logger } from './logger.server.ts'
import { singleton } from './singleton.server.ts'

/** The language model that the operator has chosen: an address with the shape of OpenAI's API, which Gemini has too. */
export type LanguageModel = { baseUrl: string; key: string | undefined; model: string; host: string }

/** Null where the operator has chosen none. */
export function languageModel(): LanguageModel | null {
  const { AI_BASE_URL: baseUrl, AI_API_KEY: key, AI_MODEL: model } = env
  return baseUrl && model ? { baseUrl: baseUrl.replace(/\/+$/, ''), key, model, host: new URL(baseUrl).host } : null
}

/** Why a model gave no answer; what it said is not repeated, because it may quote what it was sent. */
export class ModelError extends Error {}

const longestAnswer = 256 * 1024
/** How many questions wait for answers at once; more are refused, so that a slow provider holds nothing up. */
const mostAtOnce = 4
const asked = singleton('questions to the language model', () => ({ now: 0 }))

const answerSchema = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string().min(1) }) })], z.unknown()),
})

/**
 * Asks a language model once, and never again by itself. `text` is data and `instructions` say what to do with it; the key is sent to
 * nobody but the model's own address, because redirects are not followed.
 * @throws ModelError where it cannot be reached, is too slow, refuses, or answers too much or something else
 */
export async function askModel(
  { baseUrl, key, model, host }: LanguageModel,
  { instructions, text }: { instructions: string; text: string },
  { timeout = 20_000 } = {},
): Promise<string> {
  if (asked.now >= mostAtOnce) throw new ModelError('too many questions at once')
  asked.now += 1
  try {
    const answer = await fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(key && { Authorization: `Bearer ${key}` }) },
      body: JSON.stringify({
        model,
        temperature: 0,
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: text },
        ],
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    if (!answer.ok) {
      await answer.body?.cancel()
      throw new ModelError(`status ${answer.status}`)
    }
    const [{ message }] = answerSchema.parse(JSON.parse(await readBounded(answer))).choices
    return message.content
  } catch (error) {
    const reason = error instanceof ModelError ? error.message : error instanceof Error ? error.name : 'unknown'
    logger.warn({ host, reason }, 'the language model gave no answer')
    throw error instanceof ModelError ? error : new ModelError(reason)
  } finally {
    asked.now -= 1
  }
}

async function readBounded({ body }: Response): Promise<string> {
  if (!body) return ''
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of Readable.fromWeb(body as ReadableStream<Uint8Array>)) {
    length += part.byteLength
    // Leaving the loop ends the connection.
    if (length > longestAnswer) throw new ModelError('too long an answer')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

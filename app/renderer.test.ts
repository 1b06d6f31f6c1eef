import { expect, it } from 'vitest'
import { rendererSteps } from './renderer.server.ts'

type Request = Parameters<typeof rendererSteps.received>[0]
const received = (method: string, url: string) =>
  rendererSteps.received({ method, url } as Request, async () => new Response('page'))

it('refuses a form that found no writer, and says when to try again', async () => {
  await expect(received('POST', '/theme')).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 5 })
  await expect(received('GET', '/health')).rejects.toMatchObject({ code: 'busy' })
})

it('answers a page that found no writer', async () => {
  expect(await (await received('GET', '/projects')).text()).toBe('page')
})

import { expect, test } from './fixtures.ts'

test('the server reports its health, and nothing else', { tag: '@once' }, async ({ request }) => {
  const answer = await request.get('/health')
  expect(answer.status()).toBe(200)
  expect(await answer.json()).toEqual({ status: 'ok' })
})

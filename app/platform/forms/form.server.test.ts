import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { conflict, forbidden, invalid, notFound, rateLimited } from '#app/platform/errors.ts'
import { backgroundContext, runInContext } from '#app/platform/requests/request-context.server.ts'
import { encodeMessage, handleForm, readForm } from './form.server.ts'

const schema = z.object({
  email: z.email('validation:email'),
  password: z.string({ error: 'validation:required' }).min(8, 'validation:tooShort?min=8'),
})
const typed = { email: 'someone@example.com', password: 'a long password' }

function post(fields: Record<string, string>) {
  return new Request('http://localhost/form', { method: 'POST', body: new URLSearchParams(fields) })
}

/** The response of handleForm when `run` did not complete. */
async function answerTo(fields: Record<string, string>, run: () => Response = () => new Response('done')) {
  const answer = await handleForm(post(fields), schema, run)
  if (answer instanceof Response) throw new Error('the form was accepted')
  return {
    status: answer.init?.status,
    headers: new Headers(answer.init?.headers),
    text: JSON.stringify(answer.data),
    result: answer.data.lastResult,
  }
}

describe('a form', () => {
  it('that is right runs', async () => {
    const answer = await handleForm(post(typed), schema, ({ email }) => new Response(email))
    expect(answer).toBeInstanceOf(Response)
  })

  it('that is wrong answers 422 with what was typed, but no password', async () => {
    const { status, text, result } = await answerTo({ email: 'nobody', password: 'secret!' })
    expect(status).toBe(422)
    expect(result.error).toEqual({ email: ['validation:email'], password: ['validation:tooShort?min=8'] })
    expect(result.initialValue).toMatchObject({ email: 'nobody' })
    expect(text).not.toContain('secret!')
  })

  it.each([
    [invalid('a:b', { field: 'email' }), 422, { email: ['a:b'] }],
    [conflict('a:b', { params: { count: 2, name: 'x & y' } }), 409, { '': ['a:b?count=2&name=x+%26+y'] }],
    [forbidden(), 403, { '': ['errors:forbidden'] }],
  ])('that is refused keeps what was typed and says why', async (error, status, errors) => {
    const answer = await answerTo(typed, () => {
      throw error
    })
    expect(answer.status).toBe(status)
    expect(answer.result.error).toEqual(errors)
    expect(answer.result.initialValue).toMatchObject({ email: typed.email })
    expect(answer.text).not.toContain(typed.password)
  })

  it('says when to try again', async () => {
    const { status, headers } = await answerTo(typed, () => {
      throw rateLimited(90)
    })
    expect([status, headers.get('Retry-After')]).toEqual([429, '90'])
  })

  it('answers 404 for what the user may not see, and passes on unexpected errors', async () => {
    const failing = (error: Error) =>
      handleForm(post(typed), schema, () => {
        throw error
      })
    await expect(failing(notFound())).rejects.toMatchObject({ status: 404 })
    await expect(failing(new Error('disk full'))).rejects.toThrow('disk full')
  })

  it('answers 400 to a body that is not a form', async () => {
    for (const init of [
      { body: '--x\r\nbroken', headers: { 'Content-Type': 'multipart/form-data; boundary=x' } },
      { body: '{}', headers: { 'Content-Type': 'application/json' } },
    ]) {
      await expect(readForm(new Request('http://localhost/', { method: 'POST', ...init }))).rejects.toMatchObject({
        status: 400,
      })
    }
  })

  it.each([
    ['a row far beyond the last', { 'lines[999999999].unit': 'h' }],
    ['an endless name', { [`a${'.a'.repeat(10_000)}`]: 'x' }],
    [
      'a button with a row far beyond the last',
      { __intent__: '{"type":"update","payload":{"name":"x[9999]","value":1}}' },
    ],
    ['the same by its index', { __intent__: '{"type":"update","payload":{"name":"x","index":99999999,"value":1}}' }],
    ['a button that asks for nothing', { __intent__: 'x' }],
    [
      'a button for another list',
      { __intent__: `{"type":"update","payload":{"name":"lines","value":[${'{},'.repeat(999)}{}]}}` },
    ],
    ['a button for a list that is none', { ...typed, __intent__: '{"type":"insert","payload":{"name":"email"}}' }],
    ['thousands of lists', Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`a${index}[999]`, 'x']))],
    ['lists in lists', { 'x[999][999][999]': 'x' }],
    ['a state of its own', { ...typed, __state__: 'x' }],
  ])('with %s is 400, at once', async (_what, fields: Record<string, string>) => {
    await expect(answerTo(fields)).rejects.toMatchObject({ status: 400 })
  })

  it('accepts a row of a list', async () => {
    expect((await answerTo({ 'lines[199].unit': 'h' })).status).toBe(422)
  })

  it('with more than 200 rows is 413, and says so', async () => {
    const refused = await answerTo({ 'lines[200].unit': 'h' }).catch((thrown: Response) => thrown)
    expect(refused).toMatchObject({ status: 413 })
    if (refused instanceof Response) expect(await refused.text()).toBe('errors:tooManyRows')
  })

  it('with more than 200 rows stays as typed on a page with scripts', async () => {
    const answer = await runInContext({ ...backgroundContext(), byScript: true }, () =>
      answerTo({ 'lines[200].unit': 'h' }),
    )
    expect([answer.status, answer.result]).toEqual([413, { status: 'error', error: { '': ['errors:tooManyRows'] } }])
  })
})

describe('a form that asks for another row', () => {
  const add = (fields: Record<string, string>) =>
    answerTo({ ...fields, __intent__: JSON.stringify({ type: 'insert', payload: { name: 'lines' } }) })

  it('gets it', async () => {
    const { status, result } = await add({ 'lines[198].unit': 'h' })
    expect(status).toBe(200)
    expect(result.initialValue?.lines).toHaveLength(200)
  })

  it('stays as typed where it has 200, and says so', async () => {
    const { status, result } = await add({ email: 'nobody', 'lines[199].unit': 'h' })
    expect([status, result.error]).toEqual([422, { '': ['errors:rowsFull'] }])
    expect(result.initialValue).toMatchObject({ email: 'nobody' })
    expect(result.initialValue?.lines).toHaveLength(200)
  })
})

describe('forms of one person, over all sessions,', () => {
  const by = <T>(person: string, work: () => T) =>
    runInContext({ ...backgroundContext(), session: randomUUID(), person }, work)
  const send = (fields: Record<string, string>) => handleForm(post(fields), schema, () => new Response('done'))
  const right = () => send(typed)
  const wrong = () => send({ ...typed, email: 'nobody' })
  /** How many of these are answered before one is 429. */
  async function answered(person: string, form: () => Promise<unknown>): Promise<number> {
    for (let count = 0; count < 300; count += 1) {
      try {
        await by(person, form)
      } catch (thrown) {
        expect(thrown).toMatchObject({ status: 429 })
        expect(Number((thrown as Response).headers.get('Retry-After'))).toBeGreaterThan(0)
        return count
      }
    }
    throw new Error('none of 300 was refused')
  }

  it('are limited; those that are refused count twice, and more if they are long', async () => {
    const long = () => send({ 'lines[199].unit': 'h' })
    const tooLong = () =>
      send({ 'lines[200].unit': 'h' }).catch((thrown: Response) => thrown.status === 429 && Promise.reject(thrown))
    expect(await answered('accepted forms', right)).toBe(239)
    expect(await answered('refused forms', wrong)).toBe(120)
    expect(await answered('long forms', long)).toBe(10)
    expect(await answered('forms that are too long', tooLong)).toBe(10)
    const intent = JSON.stringify({ type: 'insert', payload: { name: 'lines' } })
    expect(await answered('added rows', () => send({ 'lines[150].unit': 'h', __intent__: intent }))).toBe(60)
  })
})

it('writes a message and its parameters as one string', () => {
  expect(encodeMessage({ key: 'a:b' })).toBe('a:b')
  expect(encodeMessage({ key: 'a:b', params: { min: 8, name: 'ä?=' } })).toBe('a:b?min=8&name=%C3%A4%3F%3D')
})

import { expect, it, onTestFinished } from 'vitest'
import { env } from '#app/platform/env.server.ts'
import { hashPassword, minPasswordLength, refusePassword, verifyPassword } from './passwords.server.ts'

const owner = { email: 'nina.nova@example.org', name: 'Nina Nova' }

it('hashes with argon2id, at least as strongly as OWASP recommends', async () => {
  expect(await hashPassword('a quiet river')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

it('does not truncate a password of 128 characters', async () => {
  const long = `${'ä1-'.repeat(42)}xy`
  expect(long).toHaveLength(128)
  const hash = await hashPassword(long)
  expect(await verifyPassword(hash, long)).toBe(true)
  expect(await verifyPassword(hash, `${long.slice(0, 127)}z`)).toBe(false)
  expect(await verifyPassword(hash, long.slice(0, 127))).toBe(false)
  expect(refusePassword(long, 'signup', owner)).toBeNull()
  expect(refusePassword(`${long}z`, 'signup', owner)?.text).toEqual({
    key: 'validation:tooLong',
    params: { count: 128 },
  })
})

it('treats the same characters typed on another keyboard as the same password', async () => {
  expect(await verifyPassword(await hashPassword('m\u00e4rk\u00e4 kev\u00e4t'), 'ma\u0308rka\u0308 keva\u0308t')).toBe(
    true,
  )
})

it('accepts no password for a user without one', async () => {
  expect(await verifyPassword(null, 'nobody has this password')).toBe(false)
})

const purposes = ['signup', 'change', 'reset', 'invite'] as const

it('requires 8 characters everywhere, and 6 where a mailed token proves the address if the setting says so', () => {
  onTestFinished(() => {
    env.PASSWORD_MIN_LENGTH = undefined
  })
  expect(purposes.map(minPasswordLength)).toEqual([8, 8, 8, 8])
  for (const purpose of purposes)
    expect(refusePassword('seven7x', purpose, owner)?.text).toEqual({
      key: 'accounts:password.tooShort',
      params: { count: 8 },
    })
  env.PASSWORD_MIN_LENGTH = 6
  expect(purposes.map(minPasswordLength)).toEqual([8, 8, 6, 6])
  env.PASSWORD_MIN_LENGTH = 12
  expect(purposes.map(minPasswordLength)).toEqual([12, 12, 12, 12])
})

it.each([
  ['        ', 'blank'],
  ['\u00a0\u2003\u3000         ', 'blank'],
  ['   seven7x   ', 'tooShort'],
  ['🙂🙃🙂🙃', 'tooShort'],
  ['Groundwork', 'productName'],
  ['groundwork2026', 'productName'],
  ['GROUNDWORK groundwork', 'productName'],
  ['ｇｒｏｕｎｄｗｏｒｋ', 'productName'],
])('refuses %j as %s', (password, reason) => {
  for (const purpose of purposes)
    expect(refusePassword(password, purpose, owner)).toMatchObject({
      field: 'password',
      text: { key: `accounts:password.${reason}` },
    })
})

it('accepts the product’s name within more', () => {
  expect(refusePassword('laying groundwork for a quiet river', 'signup', owner)).toBeNull()
})

it.each(purposes)('refuses very common passwords at %s', (purpose) => {
  for (const password of ['password123', 'PassWord123', '1234567890', 'qwertyuiop', 'iloveyou1']) {
    expect(refusePassword(password, purpose, owner)?.text.key).toBe('accounts:password.common')
  }
})

it.each(purposes)('refuses one character over and over at %s, and the owner’s address and name', (purpose) => {
  for (const password of ['zzzzzzzzz', '¤¤¤¤¤¤¤¤', '🙂🙂🙂🙂🙂🙂🙂🙂'])
    expect(refusePassword(password, purpose, owner)?.text.key).toBe('accounts:password.common')
  for (const password of [
    'nina.nova@example.org',
    'Nina.Nova@Example.org',
    'nina.nova',
    'Nina Nova',
    'ninanova',
    ' NINA NOVA ',
  ])
    expect(refusePassword(password, purpose, owner)?.text.key).toBe('accounts:password.ownName')
  for (const password of ['Nina Nova by the river', 'nina.nova@example.org!'])
    expect(refusePassword(password, purpose, owner)).toBeNull()
})

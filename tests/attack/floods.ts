// Floods: one URL over many connections, each the dearest under its limit.
import { randomUUID } from 'node:crypto'
import type { rateLimits } from '#app/platform/rate-limit.server.ts'
import { newId } from '#db/ids.ts'
import { ownOrigin } from '#tests/setup/ask.ts'
import { businessIdOfNumber } from '#tests/setup/check-digits.ts'
import { type FloodCall, startFlood } from '#tests/setup/flood.ts'
import { type Arena, type Attack, pause } from './attack.ts'

type Call = {
  name: string
  path: (arena: Arena) => string
  form?: (arena: Arena) => Record<string, string>
  signedIn?: true
  multipart?: true
}

const lines = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, line) => [
      [`lines[${line}].description`, 'x'],
      [`lines[${line}].quantity`, 'many'],
      [`lines[${line}].unitPrice`, '-'],
    ]).flat(),
  )

const signUp = (email: string) => ({
  submissionId: newId(),
  name: 'Mallory',
  email,
  password: 'gravel-Otter-79-lantern',
  confirmPassword: 'gravel-Otter-79-lantern',
  accountType: 'individual',
  role: 'individual',
  acceptTerms: 'on',
})
const project = () => ({
  submissionId: newId(),
  title: 'Another',
  description: 'Described.',
  category: 'kitchen',
  location: 'Espoo',
  budget: '25000',
  bidDeadline: new Date(Date.now() + 12 * 86_400_000).toISOString().slice(0, 16),
  vatTreatment: 'standard',
  summary: 'Changed',
})
const stranger = () => `${randomUUID()}@example.org`
const messages = ({ group }: Arena) => `/messages/${group}`

const guessOneAccount: Call = {
  name: 'guess one password',
  path: () => '/login',
  form: ({ victim }) => ({ email: victim, password: 'a wrong one' }),
}
const askForOneReset: Call = {
  name: 'ask for one reset',
  path: () => '/forgot-password',
  form: ({ victim }) => ({ email: victim }),
}

/** Without the password no code is checked, so the dearest call is that of somebody who tries their own. */
const guessCode: Call = {
  name: 'guess a code',
  path: () => '/security/two-factor',
  form: () => ({ intent: 'confirm', code: '123456' }),
  signedIn: true,
}

/** The dearest call under each limit: a new limit does not compile without one. */
const calls: Record<keyof typeof rateLimits, Call> = {
  loginAddress: { name: 'log in', path: () => '/login', form: () => ({ email: stranger(), password: 'a wrong one' }) },
  loginAccountAddress: guessOneAccount,
  loginAccountAddressSlow: guessOneAccount,
  loginAccount: guessOneAccount,
  loginAccountSlow: guessOneAccount,
  loginNotice: guessOneAccount,
  quoteRequest: {
    name: 'ask for a quote',
    path: () => '/quote',
    form: () => ({
      ...{ go: 'send', submissionId: newId(), services: 'kitchen', name: 'Mallory', email: stranger() },
      ...{ phone: '+358401234567', preferredContact: 'email' },
    }),
  },
  loginRight: guessOneAccount,
  secondFactor: guessCode,
  secondFactorDay: guessCode,
  passkey: { name: 'ask for challenges', path: () => '/login/passkey', form: () => ({}) },
  apiRefresh: {
    name: 'guess refresh tokens',
    path: () => '/api/auth/refresh',
    form: () => ({ refreshToken: `${randomUUID()}.${randomUUID()}` }),
  },
  apiAccount: {
    name: 'guess codes of programs',
    path: () => '/api/auth/login/code',
    form: () => ({ pendingToken: randomUUID(), code: '123456' }),
  },
  apiToken: {
    name: 'make tokens',
    path: () => '/security/api-tokens',
    form: () => ({ name: 'Another', days: '30', scopes: 'messages:read', password: 'a wrong one' }),
    signedIn: true,
  },
  bankAccount: {
    name: 'enter bank accounts',
    path: () => '/company-settings/bank-account',
    form: () => ({ submissionId: newId(), iban: 'FI2112345600000785', password: 'a wrong one' }),
    signedIn: true,
  },
  signup: { name: 'sign up', path: () => '/signup', form: () => signUp(stranger()) },
  signupTaken: { name: 'sign up as another', path: () => '/signup', form: ({ victim }) => signUp(victim) },
  mailAccount: askForOneReset,
  mailAccountDay: askForOneReset,
  mailAddress: { name: 'ask for resets', path: () => '/forgot-password', form: () => ({ email: stranger() }) },
  password: {
    name: 'guess my password',
    path: () => '/security',
    form: () => ({ currentPassword: 'a wrong one', password: 'gravel-Otter-79', confirmPassword: 'gravel-Otter-79' }),
    signedIn: true,
  },
  invite: {
    name: 'invite',
    path: () => '/team/invite',
    form: () => ({ submissionId: newId(), name: 'Somebody', email: stranger(), companyRole: 'member' }),
    signedIn: true,
  },
  inviteToBid: {
    name: 'invite to bid',
    path: (arena) => `/projects/${arena.project}/invitations`,
    form: () => ({ submissionId: newId(), companyIds: newId(), note: 'Come and see' }),
    signedIn: true,
  },
  businessId: {
    name: 'try business ids',
    path: () => '/company-settings',
    form: () => ({ submissionId: newId(), name: 'Mallory Oy', country: 'FI', businessId: businessIdOfNumber(1) }),
    signedIn: true,
  },
  project: { name: 'create projects', path: () => '/projects/new', form: project, signedIn: true },
  addendum: {
    name: 'publish addenda',
    path: (arena) => `/projects/${arena.project}/edit`,
    form: project,
    signedIn: true,
  },
  typing: {
    name: 'keep what is typed in a bid',
    path: (arena) => `/projects/${arena.project}/bid-typing`,
    form: () => ({ approach: 'Careful', typedVersion: '0' }),
    signedIn: true,
  },
  question: {
    name: 'ask questions',
    path: (arena) => `/projects/${arena.project}/questions/ask`,
    form: () => ({ submissionId: newId(), question: 'How wide is the door?' }),
    signedIn: true,
  },
  form: {
    name: 'forms with 600 lines',
    path: () => '/invoicing/new',
    form: () => ({ submissionId: newId(), ...lines(600) }),
    signedIn: true,
  },
  notifications: { name: 'list notifications', path: () => '/api/notifications', signedIn: true },
  unsubscribe: {
    name: 'stop mails',
    path: ({ victim }) => `/unsubscribe/${victim}.payment.x`,
    form: () => ({ 'List-Unsubscribe': 'One-Click' }),
  },
  chatPage: { name: 'conversation pages', path: messages, signedIn: true },
  chatRead: { name: 'search messages', path: (arena) => `${messages(arena)}/panel?search=concrete`, signedIn: true },
  chatChange: {
    name: 'react',
    path: (arena) => `${messages(arena)}/messages/${arena.message}/react`,
    form: () => ({ emoji: '👍' }),
    signedIn: true,
  },
  chatSend: {
    name: 'send messages',
    path: messages,
    form: () => ({ text: 'Buy this', clientId: randomUUID() }),
    signedIn: true,
  },
  linkPreview: {
    name: 'send links',
    path: messages,
    form: ({ port }) => ({ text: `http://127.0.0.1:${port}/${randomUUID()}`, clientId: randomUUID() }),
    signedIn: true,
  },
  chatUpload: {
    name: 'uploads',
    path: () => '/api/upload',
    form: ({ group }) => ({ reference_type: 'chat_message', reference_id: group }),
    signedIn: true,
    multipart: true,
  },
  chatExport: {
    name: 'export conversations',
    path: (arena) => `${messages(arena)}/export/pdf`,
    form: () => ({ part: '1' }),
    signedIn: true,
  },
  translation: {
    name: 'translate messages',
    path: (arena) => `${messages(arena)}/messages/${randomUUID()}/translation`,
    form: () => ({}),
    signedIn: true,
  },
  chatOpen: {
    name: 'open conversations',
    path: () => '/messages/direct',
    form: ({ bystander }) => ({ userId: bystander.id }),
    signedIn: true,
  },
  chatGroup: {
    name: 'create groups',
    path: () => '/messages/groups/new',
    form: () => ({ step: '3', move: 'create', template: 'custom', privacy: 'private', name: 'Another' }),
    signedIn: true,
  },
  chatInvite: {
    name: 'invite to a group',
    path: (arena) => `${messages(arena)}/members`,
    form: () => ({ userIds: randomUUID() }),
    signedIn: true,
  },
  chatJoin: { name: 'join', path: ({ openGroup }) => `/messages/${openGroup}/join`, form: () => ({}), signedIn: true },
  pdf: { name: 'have contracts written', path: () => '/contracts/no-such-contract/contract.pdf', signedIn: true },
  sharePicture: { name: 'have pictures drawn', path: () => '/picture.png' },
  search: { name: 'search everything', path: () => '/search?q=house', signedIn: true },
  callPiece: {
    name: 'pieces of a recording',
    path: () => `/calls/recordings/${randomUUID()}/pieces?index=0`,
    form: () => ({ piece: 'x'.repeat(10_000) }),
    signedIn: true,
  },
  fileRead: { name: 'read files', path: () => `/files/${randomUUID()}`, signedIn: true },
}

/** Calls that no limit of their own counts. */
const others: Call[] = [
  { name: 'guess a certificate', path: () => `/verify/${'0'.repeat(64)}` },
  { name: 'guess a shared invoice', path: () => `/shared/invoice/${randomUUID()}` },
  { name: 'guess a quote', path: () => `/shared/quote/${randomUUID()}` },
  { name: 'search people', path: () => '/messages/new?q=person', signedIn: true },
  { name: 'list projects', path: () => `/projects?view=open&q=${randomUUID()}`, signedIn: true },
  { name: 'unknown pages', path: () => `/${randomUUID()}` },
]

function callOf(call: Call, arena: Arena): FloodCall {
  const headers = {
    Accept: 'text/html',
    Origin: ownOrigin,
    ...(call.signedIn ? { Cookie: arena.attackers[0]?.cookie } : {}),
  }
  const common = { path: call.path(arena), ...(arena.from ? { localAddress: arena.from } : {}) }
  if (!call.form) return { ...common, method: 'GET', headers, body: '' }
  const fields = Object.entries(call.form(arena))
  const parts = fields.map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return {
    ...common,
    method: 'POST',
    headers: {
      ...headers,
      'Content-Type': call.multipart ? 'multipart/form-data; boundary=b' : 'application/x-www-form-urlencoded',
    },
    body: call.multipart ? `${parts.join('')}--b--\r\n` : new URLSearchParams(fields).toString(),
  }
}

export const floods = [...new Set([...Object.values(calls), ...others])].map(
  (call): Attack => ({
    name: `flood: ${call.name}`,
    async run(arena) {
      const flood = startFlood(arena.port, callOf(call, arena), 24)
      await flood.ready
      arena.begin()
      await Promise.race([flood.begun, pause(2000, arena.signal)])
      await pause(4000, arena.signal)
      const { statuses, failures } = await flood.end()
      const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
      return [...counts, ...(failures > 0 ? [`${failures} broken`] : [])].join(', ')
    },
  }),
)

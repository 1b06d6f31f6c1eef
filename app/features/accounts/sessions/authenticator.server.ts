import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { loginSchema } from '#app/features/accounts/schemas.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { readKnownDevices } from './known-devices.server.ts'
import { type LoggedIn, logIn } from './log-in.server.ts'

/** Authenticates a login form: `authenticator.authenticate('form', request)`. */
export const authenticator = new Authenticator<LoggedIn>()

authenticator.use(
  new FormStrategy(async ({ form, request }) => {
    const input = loginSchema.safeParse(Object.fromEntries(form))
    if (!input.success) throw invalid('accounts:login.wrong')
    const { email, password } = input.data
    return logIn(await visitorContext(request), { email, password, devices: await readKnownDevices(request) })
  }),
  'form',
)

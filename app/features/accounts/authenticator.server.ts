import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { invalid } from '#app/platform/errors.ts'
import { visitorContext } from './guards.server.ts'
import { type LoggedIn, logIn } from './log-in.server.ts'
import { loginSchema } from './schemas.ts'

/** Who somebody is by the form they posted; `authenticator.authenticate('form', request)`. */
export const authenticator = new Authenticator<LoggedIn>()

authenticator.use(
  new FormStrategy(async ({ form, request }) => {
    const input = loginSchema.safeParse(Object.fromEntries(form))
    if (!input.success) throw invalid('accounts:login.wrong')
    return logIn(await visitorContext(request), input.data)
  }),
  'form',
)

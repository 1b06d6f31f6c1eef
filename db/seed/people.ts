import type { CompanyContext, UserContext } from '#app/features/accounts/context.ts'
import { hashPassword } from '#app/features/accounts/passwords.server.ts'
import { permissionsOf } from '#app/features/accounts/permissions.ts'
import type { Database } from '#db/client.server.ts'
import { transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { companies, companyMembers, users } from '#db/schema/accounts.ts'
import { subscriptions } from '#db/schema/plans.ts'
import type { CompanyRole, Role } from '#db/vocabulary/accounts.ts'

const day = 86_400_000

/** The password of all demo people, who exist in development only. */
export const demoPassword = 'groundwork-demo'

type Firm = Omit<typeof companies.$inferInsert, 'id' | 'kind' | 'country' | 'createdAt' | 'updatedAt'>
type Someone = {
  name: string
  email: string
  jobTitle?: string
  phone?: string
  location?: string
  /** Europe/Helsinki unless told. */
  timeZone?: string
  joinedDaysAgo: number
}

/** The demo people with their companies, each as a verb context. */
export type People = {
  /** Owner of a company that orders construction work. */
  client: CompanyContext
  /** A member of the client's company, who can score bids with its owner. */
  buyer: CompanyContext
  /** Owner of the company that does most of it. */
  provider: CompanyContext
  /** A member of the provider's company. */
  member: CompanyContext
  /** An individual with a company of their own. */
  user: CompanyContext
  /** Owners of companies that compete with the provider. */
  bathrooms: CompanyContext
  /** A member of the bathrooms' company. */
  tiler: CompanyContext
  electricians: CompanyContext
  roofers: CompanyContext
  admin: UserContext
  root: UserContext
}

const firms = {
  client: {
    name: 'Kallion Kiinteistöt Oy',
    businessId: '3184207-5',
    vatNumber: 'FI31842075',
    street: 'Vaasankatu 14',
    postalCode: '00500',
    city: 'Helsinki',
    iban: 'FI2112345600000785',
    bic: 'NDEAFIHH',
    email: 'toimisto@kallionkiinteistot.example',
    phone: '+358 9 4242 1180',
  },
  provider: {
    name: 'Vantaan Runko Oy',
    businessId: '2967315-3',
    vatNumber: 'FI29673153',
    street: 'Tikkurilantie 72 B',
    postalCode: '01300',
    city: 'Vantaa',
    iban: 'FI4250008120251360',
    bic: 'OKOYFIHH',
    email: 'tarjoukset@vantaanrunko.example',
    phone: '+358 9 3155 7020',
  },
  bathrooms: {
    name: 'Lahden Laatta ja Kylpyhuone Oy',
    businessId: '3051842-5',
    vatNumber: 'FI30518425',
    street: 'Vesijärvenkatu 31',
    postalCode: '15140',
    city: 'Lahti',
    iban: 'FI8757169020047218',
    bic: 'OKOYFIHH',
    email: 'info@lahdenlaatta.example',
    phone: '+358 3 5120 664',
  },
  electricians: {
    name: 'Turun Sähkötyö Oy',
    businessId: '2740963-1',
    vatNumber: 'FI27409631',
    street: 'Rieskalähteentie 58',
    postalCode: '20300',
    city: 'Turku',
    iban: 'FI3533010001124531',
    bic: 'ESSEFIHX',
    email: 'asiakaspalvelu@turunsahkotyo.example',
    phone: '+358 2 2760 415',
  },
  roofers: {
    name: 'Tampereen Kattomestarit Oy',
    businessId: '3219574-6',
    vatNumber: 'FI32195746',
    street: 'Hatanpään valtatie 24',
    postalCode: '33100',
    city: 'Tampere',
    iban: 'FI6640551220061874',
    bic: 'HELSFIHH',
    email: 'katot@kattomestarit.example',
    phone: '+358 3 4508 290',
  },
} satisfies Record<string, Firm>

const owners = {
  client: {
    name: 'Aino Lehtonen',
    email: 'client@example.com',
    jobTitle: 'Property Manager',
    phone: '+358 40 512 3301',
    location: 'Helsinki',
    joinedDaysAgo: 410,
  },
  provider: {
    name: 'Mikko Virtanen',
    email: 'provider@example.com',
    jobTitle: 'Managing Director',
    phone: '+358 40 733 8214',
    location: 'Vantaa',
    joinedDaysAgo: 395,
  },
  bathrooms: {
    name: 'Pekka Niemi',
    email: 'lahti@example.com',
    jobTitle: 'Managing Director',
    phone: '+358 44 290 1175',
    location: 'Lahti',
    joinedDaysAgo: 322,
  },
  electricians: {
    name: 'Elina Salmi',
    email: 'turku@example.com',
    jobTitle: 'Head of Contracts',
    phone: '+358 50 418 6620',
    location: 'Stockholm',
    timeZone: 'Europe/Stockholm',
    joinedDaysAgo: 301,
  },
  roofers: {
    name: 'Jari Mäkelä',
    email: 'tampere@example.com',
    jobTitle: 'Master Roofer',
    phone: '+358 45 177 9043',
    location: 'Tampere',
    joinedDaysAgo: 254,
  },
} satisfies Record<keyof typeof firms, Someone>

/** Creates the demo people and their companies: verified, with a password, ready to sign in. */
export async function seedPeople(db: Database, now: number): Promise<People> {
  const passwordHash = await hashPassword(demoPassword)
  return transact(db, () => {
    const contextOf = (
      person: { id: string; email: string; name: string; timeZone: string },
      role: Role,
    ): UserContext => ({
      db,
      now,
      actor: {
        ...person,
        role,
        accountType: role === 'enterprise' ? 'enterprise' : 'individual',
        permissions: permissionsOf(role),
        companyRole: null,
        modules: {},
        emailVerified: true,
        mustChangePassword: false,
        mustSetUpTwoFactor: false,
        locale: 'en',
      },
      company: null,
      requestId: newId(),
      ip: null,
      userAgent: null,
      sessionHash: null,
      via: 'seed',
    })

    const person = (someone: Someone, role: Role): UserContext => {
      const { joinedDaysAgo, timeZone = 'Europe/Helsinki', ...about } = someone
      const at = now - joinedDaysAgo * day
      const id = newId()
      const times = { emailVerifiedAt: at, passwordChangedAt: at, createdAt: at, updatedAt: at }
      const accountType = role === 'enterprise' ? ('enterprise' as const) : ('individual' as const)
      const settings = { status: 'active' as const, locale: 'en', timeZone }
      db.insert(users)
        .values({ ...about, ...settings, ...times, id, role, accountType, passwordHash })
        .run()
      return contextOf({ id, email: about.email, name: about.name, timeZone }, role)
    }

    const firm = (about: Firm, kind: 'individual' | 'organization', daysAgo: number) => {
      const at = now - daysAgo * day
      const company = { ...about, id: newId(), kind, createdAt: at, updatedAt: at }
      db.insert(companies)
        .values({ ...company, inDirectory: company.kind === 'organization' })
        .run()
      // Without a limit until `seedPlans` says what they subscribe to.
      db.insert(subscriptions)
        .values({
          ...{ companyId: company.id, status: 'active', plan: 'universe', cycle: 'yearly', currency: 'EUR' },
          ...{ trialStartedAt: at, trialEndsAt: at, accessUntil: null, updatedAt: at },
        })
        .run()
      return { id: company.id, kind, name: company.name }
    }

    const join = (
      ctx: UserContext,
      company: CompanyContext['company'],
      role: CompanyRole,
      daysAgo: number,
    ): CompanyContext => {
      const joinedAt = now - daysAgo * day
      db.insert(companyMembers).values({ companyId: company.id, userId: ctx.actor.id, role, joinedAt }).run()
      return { ...ctx, company, actor: { ...ctx.actor, companyRole: role } }
    }

    const owner = (key: keyof typeof firms): CompanyContext => {
      const { joinedDaysAgo } = owners[key]
      return join(
        person(owners[key], 'enterprise'),
        firm(firms[key], 'organization', joinedDaysAgo),
        'owner',
        joinedDaysAgo,
      )
    }

    const client = owner('client')
    const juho = {
      name: 'Juho Nieminen',
      email: 'buyer@example.com',
      jobTitle: 'Procurement Specialist',
      phone: '+358 40 512 3318',
      location: 'Helsinki',
      joinedDaysAgo: 205,
    }
    const provider = owner('provider')
    const sanna = {
      name: 'Sanna Koskinen',
      email: 'member@example.com',
      jobTitle: 'Site Manager',
      phone: '+358 40 733 8229',
      location: 'Vantaa',
      joinedDaysAgo: 180,
    }
    const bathrooms = owner('bathrooms')
    const ville = {
      name: 'Ville Rantanen',
      email: 'tiler@example.com',
      jobTitle: 'Head Tiler',
      phone: '+358 44 290 1182',
      location: 'Lahti',
      joinedDaysAgo: 140,
    }
    const oona = {
      name: 'Oona Heikkinen',
      email: 'user@example.com',
      phone: '+358 50 340 7712',
      location: 'Espoo',
      joinedDaysAgo: 96,
    }
    return {
      client,
      buyer: join(person(juho, 'enterprise'), client.company, 'member', juho.joinedDaysAgo),
      provider,
      member: join(person(sanna, 'enterprise'), provider.company, 'member', sanna.joinedDaysAgo),
      user: join(
        person(oona, 'user'),
        firm(
          { name: oona.name, street: 'Pihlajatie 8', postalCode: '02270', city: 'Espoo' },
          'individual',
          oona.joinedDaysAgo,
        ),
        'owner',
        oona.joinedDaysAgo,
      ),
      bathrooms,
      tiler: join(person(ville, 'enterprise'), bathrooms.company, 'member', ville.joinedDaysAgo),
      electricians: owner('electricians'),
      roofers: owner('roofers'),
      admin: person(
        { name: 'Antti Saarinen', email: 'admin@example.com', jobTitle: 'Platform Administrator', joinedDaysAgo: 420 },
        'admin',
      ),
      root: person(
        { name: 'Ritva Laine', email: 'root@example.com', jobTitle: 'Head of Operations', joinedDaysAgo: 425 },
        'super_admin',
      ),
    }
  })
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getInvoice } from '#app/features/invoicing/queries.server.ts'
import { getReminder } from '#app/features/reminders/queries.server.ts'
import { Reckoning } from '#app/features/reminders/ui/reckoning.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { encodeMessage } from '#app/platform/forms/form.server.ts'
import { formatIban } from '#app/platform/iban.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { titleOf: (data) => (data as { title: string }).title }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.read')
  const invoice = orNotFound(getInvoice(ctx, params.invoiceId ?? ''))
  const reminder = orNotFound(getReminder(ctx, invoice, params.reminderId ?? ''))
  const { seller, buyer, number, reference, issueDate, dueDate, currency } = invoice.document
  const title = encodeMessage({ key: 'reminders:heading', params: { number: number ?? '' } })
  return {
    ...{
      title,
      reminder,
      seller,
      buyer,
      number: number ?? '',
      reference,
      issueDate,
      dueDate,
      currency,
      id: invoice.id,
    },
    iban: seller.iban ? formatIban(seller.iban) : null,
  }
}

export default function ReminderPage() {
  const { reminder, seller, buyer, number, reference, issueDate, dueDate, currency, iban, id } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation('reminders')
  const format = useFormat()
  const facts = [
    [t('invoice'), number],
    [t('issued'), issueDate && format.date(issueDate)],
    [t('due'), dueDate && format.date(dueDate)],
    [t('account'), iban && [iban, seller.bic].filter(Boolean).join(' · ')],
    [t('reference'), reference],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]))
  return (
    <div className="flex max-w-form flex-col gap-5 print:max-w-none">
      <div className="print:hidden">
        <Breadcrumbs
          items={[
            { label: t('invoices'), to: '/invoicing' },
            { label: number, to: `/invoicing/${id}` },
            { label: t('title'), to: `/invoicing/${id}/reminders` },
            { label: t('entry', { number: reminder.position, date: format.date(reminder.sentOn) }) },
          ]}
        />
      </div>
      <article className="flex flex-col gap-6 rounded-lg border border-border bg-card p-6 text-card-foreground print:border-0 print:p-0">
        <header className="flex flex-wrap justify-between gap-6 text-sm">
          <Party label={t('from')} party={seller} />
          <Party label={t('to')} party={buyer} />
        </header>
        <div>
          <h2 className="text-xl font-semibold">{t('heading', { number })}</h2>
          <p className="mt-1 text-sm text-muted-foreground">
            {t('entry', { number: reminder.position, date: format.date(reminder.sentOn) })}
          </p>
          <p className="mt-3 max-w-prose">{t('text')}</p>
        </div>
        <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt className="text-muted-foreground">{term}</dt>
              <dd className="font-medium break-words">{value}</dd>
            </div>
          ))}
        </dl>
        <section>
          <Reckoning reckoned={reminder} currency={currency} />
        </section>
        <p className="text-sm text-muted-foreground">{t('crossed')}</p>
      </article>
    </div>
  )
}

type Address = { name: string; street: string | null; postalCode: string | null; city: string | null }

const Party = ({ label, party }: { label: string; party: Address }) => (
  <address className="not-italic">
    <span className="text-muted-foreground">{label}</span>
    <span className="block font-medium">{party.name}</span>
    <span className="block">{party.street}</span>
    <span className="block">{[party.postalCode, party.city].filter(Boolean).join(' ')}</span>
  </address>
)

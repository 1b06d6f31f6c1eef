import { Form } from '@remix-run/react'
import { PhoneOff, Radio, Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { LiveBroadcast } from '#app/features/calls/broadcasts/queries.server.ts'
import { LiveList } from '#app/features/calls/broadcasts/ui/live-list.tsx'
import {
  type CallFilter,
  type CallLogRow,
  type CallStats,
  callDuration,
  callFilterTypes,
  callPeriods,
  callsPath,
} from '#app/features/calls/call-log.ts'
import type { ComingCall } from '#app/features/calls/times/queries.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Stat, StatGrid } from '#app/ui/stat.tsx'
import { CallRow } from './call-row.tsx'
import { ComingCalls } from './coming-calls.tsx'
import { WithoutScripts } from './without-scripts.tsx'

/** A person's calls, the newest first, with filters and figures (CALL-10). */
export function CallHistory({
  filter,
  mayNote,
  stats,
  calls,
  live,
  times,
  proposeTo,
  company,
  next,
}: {
  filter: CallFilter
  /** Whether the reader may write notes. */
  mayNote: boolean
  stats: CallStats
  calls: readonly CallLogRow[]
  live: readonly LiveBroadcast[]
  times: readonly ComingCall[]
  /** The conversation that a call was asked for, which a time can be proposed to. */
  proposeTo: string | null
  /** The name of the company that the reader may broadcast to. */
  company: string | null
  next: string | null
}) {
  const { t } = useTranslation('calls')
  const here = callsPath(filter)
  const isFiltered = callsPath({ ...filter, before: null }) !== '/calls'
  return (
    <div className="flex flex-col gap-5">
      <WithoutScripts proposeTo={proposeTo} {...(proposeTo && { to: `/messages/${proposeTo}` })} />
      <LiveList live={live} />
      <ComingCalls times={times} />
      {company !== null && (
        <ButtonLink
          to="/broadcasts/new"
          variant="outline"
          icon={Radio}
          data-broadcast=""
          data-call-name={company}
          className="self-start"
        >
          {t('startBroadcast')}
        </ButtonLink>
      )}
      <Filters filter={filter} />
      <section aria-label={t('stats.label')}>
        <StatGrid short>
          <Stat label={t('stats.total')} value={stats.total} />
          <Stat label={t('stats.average')} value={callDuration(stats.averageSeconds)} />
          <Stat label={t('stats.recorded')} value={stats.recorded} />
          <Stat label={t('stats.group')} value={stats.group} />
        </StatGrid>
      </section>
      {calls.length > 0 ? (
        <ul className="divide-y divide-border overflow-hidden rounded-lg border border-border bg-card text-card-foreground">
          {calls.map((call) => (
            <CallRow key={call.id} call={call} noteTo={mayNote ? here : null} />
          ))}
        </ul>
      ) : (
        <EmptyState
          icon={PhoneOff}
          title={t('empty.title')}
          action={
            isFiltered ? (
              <ButtonLink to="/calls" variant="outline">
                {t('filter.clear')}
              </ButtonLink>
            ) : (
              <ButtonLink to="/messages">{t('noScript.message')}</ButtonLink>
            )
          }
        >
          {isFiltered ? t('empty.filtered') : t('empty.text')}
        </EmptyState>
      )}
      <Pagination
        previous={filter.before ? callsPath({ ...filter, before: null }) : null}
        next={next ? callsPath({ ...filter, before: next }) : null}
      />
    </div>
  )
}

function Filters({ filter }: { filter: CallFilter }) {
  const { t } = useTranslation('calls')
  const types = {
    voice: t('type.voice'),
    video: t('type.video'),
    broadcast: t('type.broadcast'),
    missed: t('filter.missed'),
  }
  return (
    <Form
      method="get"
      action="/calls"
      role="search"
      aria-label={t('filter.label')}
      key={callsPath(filter)}
      className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
    >
      <Field
        name="name"
        type="search"
        icon={Search}
        label={t('filter.name')}
        defaultValue={filter.name}
        maxLength={100}
        className="col-span-2 min-w-0 flex-1 basis-56"
      />
      <Select
        name="type"
        label={t('filter.type')}
        placeholder={t('filter.all')}
        defaultValue={filter.type ?? ''}
        options={callFilterTypes.map((value) => ({ value, label: types[value] }))}
        className="sm:w-40"
      />
      <Select
        name="period"
        label={t('filter.period')}
        placeholder={t('filter.always')}
        defaultValue={filter.period ?? ''}
        options={callPeriods.map((value) => ({ value, label: t(`filter.${value}`) }))}
        className="sm:w-44"
      />
      <Checkbox name="recorded" label={t('filter.recorded')} defaultChecked={filter.recorded} />
      <SubmitButton variant="secondary">{t('filter.show')}</SubmitButton>
    </Form>
  )
}

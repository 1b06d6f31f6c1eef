import type { SubmissionResult } from '@conform-to/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'

/** How long typing rests before it is kept (ms). */
const pause = 1500

/** What is typed, as it was kept: how often, and when. */
export type Kept = { version: number; typedAt: number }

/** How often what is typed had been kept when a form was opened that was refused: what a colleague has typed since is not overwritten unread. */
export const shownTypedVersion = (lastResult: SubmissionResult<string[]> | undefined): number | undefined => {
  const shown = lastResult?.initialValue?.typedVersion
  return typeof shown === 'string' ? Number(shown) : undefined
}

type State = { is: 'kept'; at: number } | { is: 'failed' } | { is: 'refused'; key: 'conflict' | 'saved' | 'closed' }

/**
 * Keeps on the server what is typed in a bid's form, for its company alone, and says when. It ends when the server refuses: then the page has
 * to be opened anew. Without scripts, the button that saves the draft keeps what is incomplete.
 */
export function KeptTyping({
  formId,
  projectId,
  version,
  kept,
}: {
  formId: string
  projectId: string
  version: number
  /** By a button, just now. */
  kept: Kept | undefined
}) {
  const [state, setState] = useState<State | null>(kept ? { is: 'kept', at: kept.typedAt } : null)
  // The form's own field, for the buttons that keep what is typed; React writes it, and the next request does not wait for that.
  const [field, setField] = useState(version)
  const latest = useRef(version)
  const { t } = useTranslation('bidtyping')
  const format = useFormat()
  useEffect(() => {
    if (!kept) return
    latest.current = kept.version
    setField(kept.version)
    setState({ is: 'kept', at: kept.typedAt })
  }, [kept])
  useEffect(() => {
    const form = document.getElementById(formId)
    if (!(form instanceof HTMLFormElement)) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const keep = async (keepalive = false) => {
      clearTimeout(timer)
      timer = undefined
      try {
        const body = new FormData(form)
        body.set('typedVersion', String(latest.current))
        const answer = await fetch(`/projects/${projectId}/bid-typing`, { method: 'POST', body, keepalive })
        const said = (await answer.json()) as { version?: number; typedAt?: number; refused?: string }
        if (said.version !== undefined && said.typedAt !== undefined) {
          latest.current = said.version
          setField(said.version)
          setState({ is: 'kept', at: said.typedAt })
        } else if (answer.status === 409 || answer.status === 404) {
          isOver = true
          const key = said.refused?.replace('bidtyping:', '')
          setState({ is: 'refused', key: key === 'conflict' || key === 'saved' ? key : 'closed' })
        } else setState({ is: 'failed' })
      } catch {
        setState({ is: 'failed' })
      }
    }
    const later = () => {
      if (isOver) return
      clearTimeout(timer)
      timer = setTimeout(() => void keep(), pause)
    }
    // The form itself is on its way.
    const stop = () => {
      clearTimeout(timer)
      timer = undefined
    }
    const leave = () => {
      if (timer !== undefined && document.visibilityState === 'hidden') void keep(true)
    }
    form.addEventListener('input', later)
    form.addEventListener('submit', stop)
    document.addEventListener('visibilitychange', leave)
    return () => {
      stop()
      form.removeEventListener('input', later)
      form.removeEventListener('submit', stop)
      document.removeEventListener('visibilitychange', leave)
    }
  }, [formId, projectId])
  return (
    <>
      <input type="hidden" name="typedVersion" value={field} />
      <output className="block min-h-5 text-sm text-muted-foreground">
        {state?.is === 'kept' && t('kept', { time: format.time(state.at) })}
        {state?.is === 'failed' && <span className="text-warning">{t('failed')}</span>}
        {state?.is === 'refused' && <span className="text-warning">{t(state.key)}</span>}
      </output>
    </>
  )
}

import { useForm as useConformForm } from '@conform-to/react'
import { useNavigation } from '@remix-run/react'
import { useContext, useEffect, useLayoutEffect, useRef } from 'react'
import { RestartPage } from './restart-page.ts'

const useEffectBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * conform's `useForm`. When the form was submitted and its page shows it again without a result (a redirect back to the
 * page, after a success), the page starts afresh, as it does without JavaScript; conform alone would keep the input and its errors.
 */
export const useForm: typeof useConformForm = (options) => {
  const { id, lastResult } = options
  const { state, formMethod } = useNavigation()
  const restart = useContext(RestartPage)
  const submitted = useRef(false)
  const underway = useRef(false)
  useEffect(() => {
    const note = ({ target }: SubmitEvent) => {
      submitted.current = (target as HTMLFormElement).id === id
    }
    document.addEventListener('submit', note)
    return () => document.removeEventListener('submit', note)
  }, [id])
  useEffectBeforePaint(() => {
    if (state !== 'idle') {
      if (submitted.current) underway.current = formMethod === 'POST'
      submitted.current = false
    } else if (underway.current) {
      underway.current = false
      if (!lastResult) restart()
    }
  }, [state, formMethod, lastResult, restart])
  return useConformForm(options)
}

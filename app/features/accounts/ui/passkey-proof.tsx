import { Fingerprint } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#app/ui/button.tsx'
import { CodeField } from './code-field.tsx'

/** Whether this browser knows passkeys; null before the page's scripts run. */
export function usePasskeySupport(): boolean | null {
  const [supported, setSupported] = useState<boolean | null>(null)
  useEffect(
    () => setSupported('PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential),
    [],
  )
  return supported
}

/** A second factor in a form: a code, or a passkey where the account has one and the browser can use it. */
export function SecondFactorFields({
  field,
  hasPasskeys,
}: Pick<ComponentProps<typeof CodeField>, 'field'> & { hasPasskeys: boolean }) {
  const { t } = useTranslation('twofactor')
  return (
    <>
      <CodeField field={field} hint={t('login.recoveryHint')} />
      {hasPasskeys && <PasskeyProof />}
    </>
  )
}

/** Asks for a passkey instead of a code, and sends what it has signed with the form. */
function PasskeyProof() {
  const { t } = useTranslation('passkeys')
  const [answer, setAnswer] = useState('')
  const [message, setMessage] = useState('')
  if (!usePasskeySupport()) return null
  async function ask() {
    setMessage('')
    try {
      const response = await fetch('/security/passkeys/challenge', { method: 'POST' })
      const { options, error } = await response.json()
      if (error) return setMessage(error)
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
      setAnswer(JSON.stringify(await navigator.credentials.get({ publicKey })))
      setMessage(t('confirmed'))
    } catch {
      setMessage(t('failed'))
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <input type="hidden" name="passkey" value={answer} />
      <Button variant="outline" icon={Fingerprint} onClick={ask}>
        {t('use')}
      </Button>
      <p role="status" className="text-sm">
        {message}
      </p>
    </div>
  )
}

import { Fingerprint } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ButtonContent, buttonClass } from '#app/ui/button.tsx'

/**
 * The button that logs in with a passkey, inside a form of a guest's page. Such pages send no script but their own: public/passkeys.js
 * shows the button where the browser knows passkeys, and fills in the field.
 * @param address where the script asks for a challenge
 */
export function PasskeyLogin({ address }: { address: string }) {
  const { t } = useTranslation('passkeys')
  return (
    <div className="flex flex-col gap-2">
      <input type="hidden" name="passkey" />
      <button
        type="button"
        hidden
        className={buttonClass({ variant: 'outline', size: 'lg' }, 'w-full')}
        data-passkey={address}
        data-failed={t('failed')}
      >
        <ButtonContent icon={Fingerprint}>{t('login.submit')}</ButtonContent>
      </button>
      <p role="alert" className="field-error empty:hidden" />
      <p className="noscript:block hidden text-sm text-muted-foreground">{t('login.needs')}</p>
      <script src="/passkeys.js" type="module" />
    </div>
  )
}

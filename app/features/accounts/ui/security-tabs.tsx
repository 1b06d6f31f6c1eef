import { useTranslation } from 'react-i18next'
import { Tabs } from '#app/ui/tabs.tsx'

/** The pages of a person's security: how they log in, where they are logged in, and their tokens for programs. */
export function SecurityTabs({ current }: { current: 'login' | 'sessions' | 'tokens' }) {
  const { t } = useTranslation(['accounts', 'apitokens'])
  return (
    <Tabs
      label={t('security.title')}
      tabs={[
        { to: '/security', label: t('security.tabs.login'), current: current === 'login' },
        { to: '/security?tab=sessions', label: t('security.tabs.sessions'), current: current === 'sessions' },
        { to: '/security/api-tokens', label: t('apitokens:title'), current: current === 'tokens' },
      ]}
    />
  )
}

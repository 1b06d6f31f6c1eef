import { Form } from '@remix-run/react'
import { Bell, ChevronDown, CircleDot, CircleQuestionMark, CreditCard, Lock, LogOut, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#app/ui/avatar.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Menu, MenuButton, MenuLink, MenuSeparator } from '#app/ui/menu.tsx'
import { loaderOf, useLoaded } from '#app/ui/use-loaded.ts'
import type { ShellData } from './shell.server.ts'

/** Loads when the menu opens. Until then, and without scripts, the menu leads to the page with the same form. */
const importStatusPicker = loaderOf(
  () => import('./status-picker.tsx'),
  (module) => module.StatusPicker,
)

/** The signed-in user's menu. */
export function UserMenu({
  viewer,
  status,
  statusText,
  hasCompany,
}: Pick<ShellData, 'viewer' | 'status' | 'statusText'> & { hasCompany: boolean }) {
  const { t } = useTranslation('shell')
  const [isOpen, setIsOpen] = useState(false)
  const StatusPicker = useLoaded(importStatusPicker, isOpen)
  return (
    <Menu
      label={t('userMenu', { name: viewer.name })}
      onToggle={setIsOpen}
      trigger={
        <span
          aria-hidden
          className="flex items-center gap-1.5 rounded-md p-1 hover:bg-accent hover:text-accent-foreground"
        >
          <Avatar name={viewer.name} />
          <ChevronDown className="hidden size-4 text-muted-foreground sm:block" />
        </span>
      }
    >
      <div className="px-2.5 py-2 text-sm">
        <p className="max-w-56 truncate font-medium">{viewer.name}</p>
        <p className="max-w-56 truncate text-muted-foreground">{viewer.email}</p>
        {viewer.company && <p className="max-w-56 truncate text-muted-foreground">{viewer.company}</p>}
        {viewer.role && (
          <p className="mt-1.5">
            <Badge tone="info">{t(`roles.${viewer.role}`)}</Badge>
          </p>
        )}
      </div>
      <MenuSeparator />
      {StatusPicker && isOpen ? (
        <StatusPicker key={status + statusText} status={status} statusText={statusText} />
      ) : (
        <MenuLink to="/status" icon={CircleDot}>
          {t('status')}
          <span className="ms-auto text-muted-foreground">{t(`statuses.${status}`)}</span>
        </MenuLink>
      )}
      <MenuSeparator />
      <MenuLink to="/profile" icon={UserRound}>
        {t('profile')}
      </MenuLink>
      <MenuLink to="/security" icon={Lock}>
        {t('security')}
      </MenuLink>
      <MenuLink to="/notifications" icon={Bell}>
        {t('notifications')}
      </MenuLink>
      {hasCompany && (
        <MenuLink to="/billing" icon={CreditCard}>
          {t('billing')}
        </MenuLink>
      )}
      <MenuLink to="/support" icon={CircleQuestionMark}>
        {t('support')}
      </MenuLink>
      <MenuSeparator />
      <Form method="post" action="/logout">
        <MenuButton icon={LogOut}>{t('logout')}</MenuButton>
      </Form>
    </Menu>
  )
}

import { useTranslation } from 'react-i18next'
import { Dialog } from '#app/ui/dialog.tsx'

const shortcuts = {
  write: ['send', 'newLine', 'mention', 'editLast', 'leave'],
  read: ['search', 'move', 'ends'],
  images: ['leaf', 'zoom', 'fit'],
} as const

/** What the keyboard does in chat, in a window; open it by a `DialogButton` of the same id. */
export function ShortcutsHelp({ id }: { id: string }) {
  const { t } = useTranslation('chatsettings')
  return (
    <Dialog id={id} title={t('shortcuts.title')} description={t('shortcuts.text')}>
      <div className="flex flex-col gap-5">
        {(Object.keys(shortcuts) as Array<keyof typeof shortcuts>).map((group) => (
          <section key={group}>
            <h3 className="text-sm font-semibold">{t(`shortcuts.groups.${group}`)}</h3>
            <dl className="mt-1 divide-y divide-border">
              {shortcuts[group].map((name) => (
                <div key={name} className="flex items-baseline justify-between gap-4 py-1.5 text-sm">
                  <dt>{t(`shortcuts.does.${name}`)}</dt>
                  <dd className="shrink-0">
                    <kbd className="rounded-sm border border-border bg-muted px-1.5 py-0.5 font-sans text-xs text-foreground">
                      {t(`shortcuts.keys.${name}`)}
                    </kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

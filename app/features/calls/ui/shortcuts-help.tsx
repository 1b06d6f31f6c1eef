import { useTranslation } from 'react-i18next'
import { Dialog } from '#app/ui/dialog.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { useChoices } from './use-calls.ts'

const shortcuts = {
  mute: ['M', 'space'],
  camera: ['V', 'C'],
  share: ['S'],
  record: ['R'],
  minimize: ['F'],
  end: ['E', 'H'],
} as const

/** The keys of a call, and the switch that turns them off. */
export function ShortcutsHelp({ id }: { id: string }) {
  const { t } = useTranslation('callscreen')
  return (
    <Dialog id={id} title={t('shortcuts.title')} description={t('shortcuts.text')}>
      <ShortcutList />
      <ShortcutSwitch />
    </Dialog>
  )
}

export function ShortcutList() {
  const { t } = useTranslation('callscreen')
  return (
    <dl className="divide-y divide-border">
      {(Object.keys(shortcuts) as Array<keyof typeof shortcuts>).map((name) => (
        <div key={name} className="flex items-baseline justify-between gap-4 py-1.5 text-sm">
          <dt>{t(`shortcuts.does.${name}`)}</dt>
          <dd className="flex shrink-0 gap-1">
            {shortcuts[name].map((key) => (
              <kbd
                key={key}
                className="rounded-sm border border-border bg-muted px-1.5 py-0.5 font-sans text-xs text-foreground"
              >
                {key === 'space' ? t('shortcuts.space') : key}
              </kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function ShortcutSwitch() {
  const { t } = useTranslation('callscreen')
  const [choices, change] = useChoices()
  return (
    <Checkbox
      name="callShortcuts"
      label={t('shortcuts.switch')}
      className="mt-3"
      checked={choices.shortcuts}
      onChange={({ target }) => change({ shortcuts: target.checked })}
    />
  )
}

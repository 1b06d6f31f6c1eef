import { useTranslation } from 'react-i18next'
import { splitChoices } from '#app/features/contracts/milestone-plan.ts'
import { Button } from '#app/ui/button.tsx'

/** Buttons of a contract's form that suggest so many milestones; what else was typed stays. */
export function SplitChoice({ parts }: { parts: number }) {
  const { t } = useTranslation('contractpages')
  return (
    <fieldset className="flex flex-wrap items-center gap-2 text-sm">
      <legend className="sr-only">{t('new.split')}</legend>
      <span aria-hidden className="text-muted-foreground">
        {t('new.split')}
      </span>
      {splitChoices.map((count) => (
        <Button
          key={count}
          type="submit"
          name="parts"
          value={count}
          size="sm"
          variant={count === parts ? 'secondary' : 'outline'}
          aria-pressed={count === parts}
        >
          {t('new.parts', { count })}
        </Button>
      ))}
    </fieldset>
  )
}

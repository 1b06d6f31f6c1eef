import { Plus } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import { maxLines } from '#app/features/projects/limits.ts'
import { buttonClass } from '#app/ui/button.tsx'

// Apart from the fields of a project's line, whose texts the forms of bids and invoices would load in vain.

/** Suggested units of the building trade; others can be typed. */
export function UnitSuggestions() {
  return (
    <datalist id="units">
      {['m²', 'm', 'm³', 'pcs', 'h', 'kg', 't', 'l'].map((unit) => (
        <option key={unit} value={unit} />
      ))}
    </datalist>
  )
}

/** Adds a line to the form of a project or a bid that has `count` lines, or says that it can have no more. */
export function AddLine({ count, ...button }: ButtonHTMLAttributes<HTMLButtonElement> & { count: number }) {
  const { t: tForm } = useTranslation('lineform')
  if (count >= maxLines) return <p className="text-sm text-muted-foreground">{tForm('tooManyLines')}</p>
  return (
    <button {...button} className={buttonClass({ variant: 'outline', size: 'sm' }, 'self-start')}>
      <Plus aria-hidden className="size-4" />
      {tForm('addLine')}
    </button>
  )
}

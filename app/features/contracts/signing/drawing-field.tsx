import { PenTool } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHydrated } from 'remix-utils/use-hydrated'
import { drawingFault } from '#app/documents/drawing.ts'
import { Button } from '#app/ui/button.tsx'
import { FieldErrors } from '#app/ui/forms/field-errors.tsx'
import { type ControlProps, controlOf, initialText, OptionalMark } from '#app/ui/forms/field-frame.tsx'
import { loadedPart } from '#app/ui/use-loaded.ts'
import { DrawnSignature } from './drawn-signature.tsx'
import { SignaturePad as RenderedPad } from './signature-pad.tsx'

// Only for those who draw, too.
const SignaturePad = import.meta.env.SSR
  ? RenderedPad
  : loadedPart(
      () => import('./signature-pad.tsx'),
      (loaded) => loaded.SignaturePad,
    )

/** A signature drawn by hand beside the typed name (decision 159). Scripts offer it; without them only what was drawn before is shown. */
export function DrawingField({ field, name }: Required<Pick<ControlProps, 'field'>> & { name: string }) {
  const { t } = useTranslation('contracts')
  const hydrated = useHydrated()
  const hint = t('sign.drawingHint')
  const { id, hintId, errorId, errors, attributes } = controlOf({ field, label: t('sign.drawing'), hint })
  const posted = initialText(field, undefined) ?? ''
  const [drawing, setDrawing] = useState(drawingFault(posted) === null ? posted : '')
  const [isOpen, setOpen] = useState(drawing !== '')
  if (!hydrated && drawing === '' && errors.length === 0) return null
  const shown = <DrawnSignature drawing={drawing} name={name} />
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={attributes['aria-describedby']}
      className="flex min-w-0 flex-col items-start gap-1.5"
    >
      <legend className="text-sm font-medium text-foreground">
        {t('sign.drawing')}
        <OptionalMark />
      </legend>
      <input type="hidden" name={field.name} value={drawing} />
      <p id={hintId} className="text-sm text-muted-foreground">
        {hint}
      </p>
      {hydrated && !isOpen && (
        <Button variant="outline" icon={PenTool} onClick={() => setOpen(true)}>
          {t('sign.draw')}
        </Button>
      )}
      {isOpen &&
        (hydrated ? (
          <Suspense fallback={shown}>
            <SignaturePad drawing={drawing} onDraw={setDrawing} />
          </Suspense>
        ) : (
          shown
        ))}
      <FieldErrors id={errorId} errors={errors} />
    </fieldset>
  )
}

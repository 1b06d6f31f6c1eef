import { ChoiceGroup, type ChoiceGroupProps } from '#app/ui/choice-group.tsx'
import { initialText } from '#app/ui/field-frame.tsx'

/** One of a few, all of them visible. */
export function RadioGroup({ defaultValue, ...props }: ChoiceGroupProps & { defaultValue?: string | null }) {
  const value = initialText(props.field, defaultValue)
  return <ChoiceGroup type="radio" initially={value === undefined ? [] : [value]} {...props} />
}

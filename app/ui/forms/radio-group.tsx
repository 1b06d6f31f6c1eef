import { ChoiceGroup, type ChoiceGroupProps } from './choice-group.tsx'
import { initialText } from './field-frame.tsx'

/** A single choice with all options visible. */
export function RadioGroup({ defaultValue, ...props }: ChoiceGroupProps & { defaultValue?: string | null }) {
  const value = initialText(props.field, defaultValue)
  return <ChoiceGroup type="radio" initially={value === undefined ? [] : [value]} {...props} />
}

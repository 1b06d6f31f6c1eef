import { ChoiceGroup, type ChoiceGroupProps } from './choice-group.tsx'
import { initialTexts } from './field-frame.tsx'

/** Multiple choice: every checked option sends its value under the same name. */
export function CheckboxGroup({ defaultValue, ...props }: ChoiceGroupProps & { defaultValue?: readonly string[] }) {
  return <ChoiceGroup type="checkbox" initially={initialTexts(props.field, defaultValue)} {...props} />
}

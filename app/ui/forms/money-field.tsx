import { Field, type FieldProps } from './field.tsx'

export interface MoneyFieldProps extends Omit<FieldProps, 'suffix' | 'prefix' | 'icon' | 'type' | 'inputMode'> {
  currency?: string
}

/** An amount as people type it (12 500,50); the server parses it into cents. */
export function MoneyField({ currency = 'EUR', ...props }: MoneyFieldProps) {
  return <Field inputMode="decimal" autoComplete="off" {...props} suffix={currency} />
}

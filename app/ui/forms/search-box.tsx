import { Form, type FormProps } from '@remix-run/react'
import { Search } from 'lucide-react'
import { type InputHTMLAttributes, useId } from 'react'
import { classes } from '#app/ui/classes.ts'
import { inputClass } from './input-class.ts'

type Props = FormProps & { label: string; input: InputHTMLAttributes<HTMLInputElement> }

/** A one-line search without a button; Enter submits it. `input` adds attributes to the field. */
export function SearchBox({ label, input, className, ...form }: Props) {
  const id = useId()
  return (
    <Form role="search" aria-label={label} {...form} className={classes('relative min-w-0', className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search
        aria-hidden
        className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-muted-foreground"
      />
      <input
        id={id}
        type="search"
        maxLength={100}
        autoComplete="off"
        placeholder={label}
        {...input}
        className={classes(inputClass, 'ps-9')}
      />
    </Form>
  )
}

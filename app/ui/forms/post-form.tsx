import { Form, type FormProps } from '@remix-run/react'
import { useIsRefused } from '#app/ui/refused-addresses.ts'

/** A form or a single button that is posted to an address of its own; nothing for those who would be refused there. */
export function PostForm({ action, ...rest }: Omit<FormProps, 'method' | 'action'> & { action: string }) {
  if (useIsRefused(action, 'post')) return null
  return <Form method="post" action={action} {...rest} />
}

import type { ReactNode } from 'react'
import { Card } from '#app/ui/card.tsx'

/** The frame of a form: evenly spaced fields with buttons at the bottom. Put it inside the `<Form>`. */
export function FormCard({
  title,
  description,
  children,
  actions,
}: {
  title?: ReactNode
  description?: ReactNode
  children: ReactNode
  /** The buttons, the primary one first. */
  actions?: ReactNode
}) {
  return (
    <Card
      title={title}
      description={description}
      footer={actions && <div className="flex flex-col gap-3 sm:flex-row sm:items-center">{actions}</div>}
    >
      <div className="flex flex-col gap-5">{children}</div>
    </Card>
  )
}

/** Fields side by side where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-5 sm:auto-cols-fr sm:grid-flow-col">{children}</div>
}

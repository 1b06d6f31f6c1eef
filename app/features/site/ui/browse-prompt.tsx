import { Building2, ClipboardList } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/button.tsx'

/** What can be browsed without an account: the open tenders for whoever looks for work, and the companies for whoever has some. */
export function BrowsePrompt() {
  const { t: tTenders } = useTranslation('tenderpages')
  const { t: tDirectory } = useTranslation('directory')
  const cards = [
    {
      ...{ to: '/tenders', icon: ClipboardList, title: tTenders('list.title') },
      ...{ text: tTenders('list.description'), action: tTenders('list.showAll') },
    },
    {
      ...{ to: '/companies', icon: Building2, title: tDirectory('title') },
      ...{ text: tDirectory('lead'), action: tDirectory('showAll') },
    },
  ]
  return (
    <section className="mx-auto max-w-6xl px-4 pt-16 sm:px-6 sm:pt-20">
      <div className="grid gap-4 md:grid-cols-2">
        {cards.map(({ to, icon, title, text, action }) => (
          <div
            key={to}
            className="flex flex-col items-start gap-3 rounded-lg border border-border bg-card p-6 text-card-foreground"
          >
            <h2 className="text-xl font-semibold tracking-tight">{title}</h2>
            <p className="flex-1 text-muted-foreground">{text}</p>
            <ButtonLink to={to} icon={icon} variant="outline">
              {action}
            </ButtonLink>
          </div>
        ))}
      </div>
    </section>
  )
}

import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Logo } from '#app/ui/logo.tsx'
import { Specimen } from '#app/ui/showcase/specimen.tsx'
import { Steps } from '#app/ui/steps.tsx'
import { Tabs } from '#app/ui/tabs.tsx'

export function Navigation() {
  return (
    <>
      <Specimen name="Logo">
        <Logo />
      </Specimen>
      <Specimen name="Breadcrumbs, Tabs, Steps">
        <Breadcrumbs
          items={[
            { label: 'Projects', to: '#projects' },
            { label: 'School kitchen renovation', to: '#kitchen' },
            { label: 'Bids' },
          ]}
        />
        <Tabs
          label="Bids"
          tabs={[
            { to: '#received', label: 'Received', count: 12, current: true },
            { to: '#sent', label: 'Sent', count: 3 },
            { to: '#drafts', label: 'Drafts' },
            { to: '#archive', label: 'Archive' },
          ]}
        />
        <div className="max-w-2xl">
          <Steps
            current={2}
            steps={[{ label: 'Project types', to: '#types' }, { label: 'Details' }, { label: 'Result' }]}
          />
        </div>
      </Specimen>
    </>
  )
}

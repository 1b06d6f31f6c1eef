import { Link } from '@remix-run/react'
import { Button } from '#app/ui/button.tsx'
import { Specimen } from '#app/ui/showcase/specimen.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { ThemeSwatch } from '#app/ui/themes/theme-swatch.tsx'
import { themes } from '#app/ui/themes/themes.ts'

export function ThemeGallery({ current }: { current: string }) {
  return (
    <>
      <Specimen name="ThemeSwatch">
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-7">
          {themes.map((theme) => (
            <li key={theme.key}>
              <Link
                to={`?theme=${theme.key}`}
                preventScrollReset
                aria-current={theme.key === current ? 'true' : undefined}
                className="flex flex-col gap-1.5 rounded-md p-1 text-sm aria-current:bg-accent aria-current:text-accent-foreground"
              >
                <ThemeSwatch theme={theme.key} />
                <span className="truncate">
                  {theme.flag} {theme.label}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen name="All themes">
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {themes.map((theme) => (
            <div
              key={theme.key}
              data-theme={theme.key}
              className="flex flex-col gap-3 rounded-lg border border-border bg-background p-4 text-foreground"
            >
              <p className="font-semibold">
                {theme.flag} {theme.label}
              </p>
              <div className="flex flex-col gap-2 rounded-md border border-border bg-card p-3">
                <p className="text-sm text-muted-foreground">
                  Quiet text and <span className="text-primary underline">a link</span>
                </p>
                <div className="flex flex-wrap gap-1.5">
                  {['Draft', 'Open', 'Paid', 'Pending', 'Overdue'].map((status) => (
                    <StatusBadge key={status} status={status}>
                      {status}
                    </StatusBadge>
                  ))}
                </div>
                <p className="rounded-md bg-accent px-2 py-1 text-sm text-accent-foreground">Chosen item</p>
                <span className="rounded-md border border-input bg-background px-2 py-1 text-sm outline-2 outline-offset-2 outline-ring">
                  Focused input
                </span>
              </div>
              <div className="flex flex-wrap gap-2">
                <Button size="sm">Save</Button>
                <Button size="sm" variant="secondary">
                  Preview
                </Button>
                <Button size="sm" variant="outline">
                  Cancel
                </Button>
                <Button size="sm" variant="destructive">
                  Delete
                </Button>
              </div>
            </div>
          ))}
        </div>
      </Specimen>
    </>
  )
}

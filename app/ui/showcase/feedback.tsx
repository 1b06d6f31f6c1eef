import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { ErrorScreen } from '#app/ui/error-screen.tsx'
import { FlashMessage } from '#app/ui/flash-message.tsx'
import { Loading } from '#app/ui/loading.tsx'
import { Specimen } from '#app/ui/showcase/specimen.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'

export function Feedback() {
  return (
    <>
      <Specimen name="Alert">
        <div className="grid items-start gap-3 md:grid-cols-2">
          <Alert title="Your trial ends in 3 days">Choose a plan to keep posting and bidding.</Alert>
          <Alert tone="success" title="Milestone released">
            The money is on its way to Rakennus Virtanen Oy.
          </Alert>
          <Alert
            tone="warning"
            title="Verify your email"
            actions={
              <Button size="sm" variant="outline">
                Send the link again
              </Button>
            }
          >
            You can look around; posting and bidding come after that.
          </Alert>
          <Alert tone="danger" title="The payment was refused">
            The bank did not accept the reference number.
          </Alert>
          <Alert tone="neutral">Amounts are without VAT.</Alert>
        </div>
      </Specimen>
      <Specimen name="ConfirmPanel">
        <ConfirmPanel title="Delete “School kitchen renovation”?" confirmLabel="Delete project" cancelTo="#back">
          <p>The project and its 4 draft bids go for good. Contracts that were signed stay.</p>
        </ConfirmPanel>
      </Specimen>
      <Specimen name="Loading, Skeleton">
        <Loading />
        <div className="flex max-w-md flex-col gap-2">
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-4" />
          <Skeleton className="h-4 w-4/5" />
        </div>
      </Specimen>
      <Specimen name="ErrorScreen">
        <ErrorScreen status={500} requestId="01968e1c-7d2f-7a90-b3c1-2f4a" />
      </Specimen>
      <FlashMessage tone="success" text="Project published" />
    </>
  )
}

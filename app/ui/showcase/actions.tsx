import { ArrowRight, Copy, Download, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { Button, ButtonLink, type ButtonSize, type ButtonVariant } from '#app/ui/button.tsx'
import { Dialog, DialogButton } from '#app/ui/dialog.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { Menu, MenuButton, MenuLabel, MenuLink, MenuSeparator } from '#app/ui/menu.tsx'
import { Row, Specimen } from '#app/ui/showcase/specimen.tsx'
import { useMenuClosing } from '#app/ui/use-menu-closing.ts'

const variants: ButtonVariant[] = ['primary', 'secondary', 'outline', 'ghost', 'destructive']
const sizes: ButtonSize[] = ['sm', 'md', 'lg']

export function Actions() {
  useMenuClosing()
  return (
    <>
      <Specimen name="Button, ButtonLink">
        <Row>
          {variants.map((variant) => (
            <Button key={variant} variant={variant}>
              {variant}
            </Button>
          ))}
        </Row>
        <Row>
          {sizes.map((size) => (
            <Button key={size} size={size} icon={Plus}>
              Create project
            </Button>
          ))}
          <Button size="icon" variant="outline" icon={Pencil}>
            Edit
          </Button>
          <ButtonLink to="#next" variant="outline" iconEnd={ArrowRight}>
            Browse projects
          </ButtonLink>
          <Button aria-disabled title="Sign the contract first">
            Unavailable
          </Button>
        </Row>
      </Specimen>
      <Specimen name="SubmitButton">
        <Row>
          <SubmitButton>Save</SubmitButton>
          <SubmitButton pending>Save</SubmitButton>
          <SubmitButton pending pendingText="Submitting..." variant="outline">
            Submit
          </SubmitButton>
        </Row>
      </Specimen>
      <Specimen name="Menu, Dialog">
        <Row>
          <Menu label="Actions" align="start">
            <MenuLabel>Project</MenuLabel>
            <MenuLink to="#edit" icon={Pencil}>
              Edit
            </MenuLink>
            <MenuLink to="#copy" icon={Copy} current>
              Use as a template
            </MenuLink>
            <MenuLink to="#csv" icon={Download}>
              Download as CSV
            </MenuLink>
            <MenuSeparator />
            <MenuButton type="button" icon={Trash2} destructive>
              Delete project
            </MenuButton>
          </Menu>
          <Menu label="More" size="icon" variant="ghost" icon={Ellipsis} align="start">
            <MenuLink to="#one">One</MenuLink>
          </Menu>
          <DialogButton dialogId="sample-dialog" variant="outline">
            Open a dialog
          </DialogButton>
          <Dialog
            id="sample-dialog"
            title="Invite a member"
            description="They get a mail with a link that works for seven days."
          >
            <DialogButton dialogId="sample-dialog" command="close">
              Done
            </DialogButton>
          </Dialog>
        </Row>
      </Specimen>
    </>
  )
}

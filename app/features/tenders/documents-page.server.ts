import type { CompanyContext } from '#app/features/accounts/context.ts'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { storageLimits } from '#app/features/files/storage-quota.server.ts'
import { suggestedDeadline } from '#app/features/projects/addendum.ts'
import { getOwnProject, type ProjectDetail } from '#app/features/projects/queries.server.ts'
import { listDocuments } from '#app/features/projects/tender-set.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { acceptOf, workKinds } from '#app/platform/files/sniff-file.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import type { CheckedFile } from '#app/platform/forms/upload-form.server.ts'
import { handleUpload } from '#app/platform/forms/upload-form.server.ts'
import { localDateTimeText } from '#app/platform/local-time.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import type { DocumentsChange } from './amend-documents.server.ts'
import { maxFiles, maxFilesBytes } from './limits.ts'
import { documentsSchema } from './schemas.server.ts'

/**
 * Loads the page of a form that changes the documents of the caller's project, or one of them.
 * @throws Response 404 for others; redirects to the project if its documents cannot be changed now
 */
export async function loadDocumentsPage(request: Request, projectId = '', documentId?: string) {
  const ctx = await requireCompany(request, 'projects.update')
  const project = orNotFound(getOwnProject(ctx, projectId))
  if (project.status !== 'draft' && project.status !== 'open') leavePage(`/projects/${project.id}`)
  const document = documentId && listDocuments(ctx.db, project.id).find((one) => one.documentId === documentId)
  if (documentId) orNotFound(document || null)
  const { timeZone } = await localeContextOf(request, ctx.actor)
  return {
    project: { id: project.id, title: project.title },
    name: document ? (document.versions.find(({ file }) => file)?.file?.name ?? '') : '',
    addendum:
      project.status === 'open'
        ? {
            addendumDays: project.addendumDays,
            bidDeadline: localDateTimeText(suggestedDeadline(project, ctx.now), timeZone),
          }
        : null,
    expectedVersion: project.updatedAt,
    submissionId: newSubmissionId(),
    accept: acceptOf(workKinds),
  }
}

/** Handles such a form: `run` changes the documents. */
export async function handleDocuments(
  request: Request,
  projectId = '',
  run: (
    ctx: CompanyContext,
    change: DocumentsChange,
    files: CheckedFile[],
    project: ProjectDetail,
  ) => Promise<unknown> | unknown,
) {
  const ctx = await requireCompany(request, 'projects.update')
  const project = orNotFound(getOwnProject(ctx, projectId))
  const isOpen = project.status === 'open'
  const schema = documentsSchema(isOpen, await localeContextOf(request, ctx.actor))
  const limits = { maxFiles, maxBytes: maxFilesBytes, kinds: workKinds }
  return handleUpload(
    request,
    schema,
    { ...limits, ...storageLimits(ctx.db, ctx, { unsent: false }) },
    async (input, files) => {
      if (isOpen) await consumePoint(ctx.db.$client, rateLimits.addendum, ctx.company.id)
      await run(ctx, { ...input, projectId }, files, project)
      return redirectWithFlash(request, `/projects/${projectId}`, {
        tone: 'success',
        text: { key: isOpen ? 'projects:amended' : 'projects:updated' },
      })
    },
  )
}

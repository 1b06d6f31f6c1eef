CREATE TABLE `tender_documents` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`document_id` text NOT NULL,
	`revision` integer NOT NULL,
	`project_version` integer NOT NULL,
	`file_id` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `tender_documents_revision` ON `tender_documents` (`document_id`,`revision`);
--> statement-breakpoint
CREATE UNIQUE INDEX `tender_documents_file` ON `tender_documents` (`file_id`);
--> statement-breakpoint
CREATE INDEX `tender_documents_project` ON `tender_documents` (`project_id`,`document_id`,`revision`);
--> statement-breakpoint
CREATE TABLE `tender_sets` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`edition` integer NOT NULL,
	`project_version` integer NOT NULL,
	`text` text NOT NULL,
	`digest` text NOT NULL,
	`frozen_by` text NOT NULL,
	`frozen_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`frozen_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `tender_sets_edition` ON `tender_sets` (`project_id`,`edition`);
--> statement-breakpoint
ALTER TABLE `bids` ADD `tender_set_digest` text;
--> statement-breakpoint
-- What bidders were asked stays as it was: a change is an addendum, which raises the project's version and freezes another set.
CREATE TRIGGER tender_sets_immutable BEFORE UPDATE ON tender_sets
BEGIN SELECT RAISE(ABORT, 'tender set: a tender set is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER tender_sets_permanent BEFORE DELETE ON tender_sets
BEGIN SELECT RAISE(ABORT, 'tender set: a tender set is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER tender_sets_not_replaced BEFORE INSERT ON tender_sets
WHEN EXISTS (
  SELECT 1 FROM tender_sets WHERE id = NEW.id OR (project_id = NEW.project_id AND edition = NEW.edition))
BEGIN SELECT RAISE(ABORT, 'tender set: a tender set is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER tender_documents_immutable BEFORE UPDATE ON tender_documents
BEGIN SELECT RAISE(ABORT, 'tender set: a document that bidders were given is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER tender_documents_permanent BEFORE DELETE ON tender_documents
WHEN EXISTS (SELECT 1 FROM tender_sets WHERE project_id = OLD.project_id)
BEGIN SELECT RAISE(ABORT, 'tender set: a document that bidders were given is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER tender_documents_frozen BEFORE INSERT ON tender_documents
WHEN EXISTS (
  SELECT 1 FROM tender_sets WHERE project_id = NEW.project_id AND project_version >= NEW.project_version)
  OR EXISTS (SELECT 1 FROM tender_documents d JOIN tender_sets s ON s.project_id = d.project_id
    WHERE d.id = NEW.id OR d.file_id = NEW.file_id OR (d.document_id = NEW.document_id AND d.revision = NEW.revision))
BEGIN SELECT RAISE(ABORT, 'tender set: a document that bidders were given is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER tender_files_immutable BEFORE UPDATE ON files
WHEN EXISTS (
  SELECT 1 FROM tender_documents d JOIN tender_sets s ON s.project_id = d.project_id WHERE d.file_id = OLD.id)
BEGIN SELECT RAISE(ABORT, 'tender set: a document that bidders were given is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER tender_files_not_replaced BEFORE INSERT ON files
WHEN EXISTS (SELECT 1 FROM tender_documents d JOIN tender_sets s ON s.project_id = d.project_id
  WHERE d.file_id = NEW.id OR d.file_id = (SELECT id FROM files WHERE stored_as = NEW.stored_as))
BEGIN SELECT RAISE(ABORT, 'tender set: a document that bidders were given is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER projects_asked BEFORE UPDATE ON projects
WHEN NEW.version <= OLD.version
  AND EXISTS (SELECT 1 FROM tender_sets WHERE project_id = OLD.id) AND (
  NEW.id IS NOT OLD.id OR NEW.version IS NOT OLD.version
  OR NEW.company_id IS NOT OLD.company_id OR NEW.title IS NOT OLD.title OR NEW.description IS NOT OLD.description OR NEW.category IS NOT OLD.category
  OR NEW.location IS NOT OLD.location OR NEW.budget_cents IS NOT OLD.budget_cents OR NEW.currency IS NOT OLD.currency OR NEW.bid_deadline IS NOT OLD.bid_deadline
  OR NEW.time_zone IS NOT OLD.time_zone OR NEW.start_date IS NOT OLD.start_date OR NEW.end_date IS NOT OLD.end_date OR NEW.vat_treatment IS NOT OLD.vat_treatment
  OR NEW.vat_ground IS NOT OLD.vat_ground OR NEW.buyer_deducts_vat IS NOT OLD.buyer_deducts_vat
  OR NEW.sells_construction IS NOT OLD.sells_construction OR NEW.addendum_days IS NOT OLD.addendum_days OR NEW.may_close_early IS NOT OLD.may_close_early
  OR NEW.published_at IS NOT OLD.published_at)
BEGIN SELECT RAISE(ABORT, 'tender set: what bidders were asked is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER project_lines_asked BEFORE UPDATE ON project_lines
WHEN EXISTS (SELECT 1 FROM tender_sets s JOIN projects p ON p.id = s.project_id
    WHERE s.project_id = OLD.project_id AND s.project_version = p.version)
BEGIN SELECT RAISE(ABORT, 'tender set: what bidders were asked is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER project_lines_kept BEFORE DELETE ON project_lines
WHEN EXISTS (SELECT 1 FROM tender_sets s JOIN projects p ON p.id = s.project_id
    WHERE s.project_id = OLD.project_id AND s.project_version = p.version)
BEGIN SELECT RAISE(ABORT, 'tender set: what bidders were asked is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER project_lines_none_added BEFORE INSERT ON project_lines
WHEN EXISTS (SELECT 1 FROM tender_sets s JOIN projects p ON p.id = s.project_id
    WHERE s.project_id = NEW.project_id AND s.project_version = p.version)
BEGIN SELECT RAISE(ABORT, 'tender set: what bidders were asked is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER project_addenda_immutable BEFORE UPDATE ON project_addenda
WHEN EXISTS (SELECT 1 FROM tender_sets WHERE project_id = OLD.project_id)
BEGIN SELECT RAISE(ABORT, 'tender set: what bidders were asked is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER project_addenda_permanent BEFORE DELETE ON project_addenda
WHEN EXISTS (SELECT 1 FROM tender_sets WHERE project_id = OLD.project_id)
BEGIN SELECT RAISE(ABORT, 'tender set: what bidders were asked is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER project_addenda_not_replaced BEFORE INSERT ON project_addenda
WHEN EXISTS (
  SELECT 1 FROM project_addenda a JOIN tender_sets s ON s.project_id = a.project_id
  WHERE a.id = NEW.id OR (a.project_id = NEW.project_id AND a.version = NEW.version))
BEGIN SELECT RAISE(ABORT, 'tender set: what bidders were asked is frozen'); END;
--> statement-breakpoint
-- The guard of opened bids, with the tender set that a bid answers.
DROP TRIGGER bids_opened_rest;
--> statement-breakpoint
CREATE TRIGGER bids_opened_rest BEFORE UPDATE ON bids
WHEN OLD.status NOT IN ('draft', 'submitted') AND (
  NEW.id IS NOT OLD.id OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at
  OR NEW.tender_set_digest IS NOT OLD.tender_set_digest)
BEGIN SELECT RAISE(ABORT, 'bid: an opened bid is immutable'); END;

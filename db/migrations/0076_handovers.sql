CREATE TABLE `handover_defects` (
	`id` text PRIMARY KEY NOT NULL,
	`handover_id` text NOT NULL,
	`position` integer NOT NULL,
	`description` text NOT NULL,
	`place` text NOT NULL,
	`responsible` text NOT NULL,
	`due_on` text,
	`status` text NOT NULL,
	FOREIGN KEY (`handover_id`) REFERENCES `handovers`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `handover_defects_position` ON `handover_defects` (`handover_id`,`position`);--> statement-breakpoint
CREATE TABLE `handover_signatures` (
	`id` text PRIMARY KEY NOT NULL,
	`handover_id` text NOT NULL,
	`party` text NOT NULL,
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`typed_name` text NOT NULL,
	`account_name` text NOT NULL,
	`account_email` text NOT NULL,
	`account_source` text NOT NULL,
	`name_reason` text,
	`ordinal` integer NOT NULL,
	`document_hash` text NOT NULL,
	`job_title` text,
	`authority` text,
	`record_hash` text NOT NULL,
	`ip` text,
	`user_agent` text,
	`signed_at` integer NOT NULL,
	FOREIGN KEY (`handover_id`) REFERENCES `handovers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `handover_signatures_party` ON `handover_signatures` (`handover_id`,`party`,`ordinal`);--> statement-breakpoint
CREATE TABLE `handovers` (
	`id` text PRIMARY KEY NOT NULL,
	`contract_id` text NOT NULL,
	`number` integer NOT NULL,
	`called_by` text NOT NULL,
	`status` text NOT NULL,
	`held_on` text,
	`present` text NOT NULL,
	`result` text,
	`reasons` text NOT NULL,
	`client_claims` text NOT NULL,
	`provider_claims` text NOT NULL,
	`document_text` text,
	`document_hash` text,
	`proposed_at` integer,
	`decided_at` integer,
	`return_reason` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`contract_id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `handovers_number` ON `handovers` (`contract_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `handovers_document_hash` ON `handovers` (`document_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `handovers_one_open` ON `handovers` (`contract_id`) WHERE "handovers"."status" in ('called','proposed');
--> statement-breakpoint
-- What one party has signed stays as it was signed, and what was decided stays decided.
CREATE TRIGGER handovers_frozen BEFORE UPDATE ON handovers
WHEN NEW.id IS NOT OLD.id OR NEW.contract_id IS NOT OLD.contract_id OR NEW.number IS NOT OLD.number OR NEW.called_by IS NOT OLD.called_by
  OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at
  OR OLD.status IN ('signed', 'returned')
  OR (OLD.document_hash IS NOT NULL AND (
    NEW.document_text IS NOT OLD.document_text OR NEW.document_hash IS NOT OLD.document_hash OR NEW.proposed_at IS NOT OLD.proposed_at
    OR NEW.held_on IS NOT OLD.held_on OR NEW.present IS NOT OLD.present OR NEW.result IS NOT OLD.result OR NEW.reasons IS NOT OLD.reasons
    OR NEW.client_claims IS NOT OLD.client_claims OR NEW.provider_claims IS NOT OLD.provider_claims))
BEGIN SELECT RAISE(ABORT, 'handover: the text is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER handovers_signed BEFORE UPDATE ON handovers
WHEN (NEW.status <> 'called' AND NEW.document_hash IS NULL)
  OR (NEW.status = 'signed' AND (
    SELECT count(DISTINCT party) FROM handover_signatures
    WHERE handover_id = NEW.id AND document_hash = NEW.document_hash) < 2)
BEGIN SELECT RAISE(ABORT, 'handover: it is not signed by both parties'); END;
--> statement-breakpoint
CREATE TRIGGER handovers_begin BEFORE INSERT ON handovers
WHEN NEW.status <> 'called' OR NEW.document_hash IS NOT NULL
  OR EXISTS (SELECT 1 FROM handovers WHERE id = NEW.id OR (contract_id = NEW.contract_id AND number = NEW.number))
BEGIN SELECT RAISE(ABORT, 'handover: it begins unsigned'); END;
--> statement-breakpoint
CREATE TRIGGER handovers_permanent BEFORE DELETE ON handovers
BEGIN SELECT RAISE(ABORT, 'handover: it is permanent'); END;
--> statement-breakpoint
CREATE TRIGGER handover_defects_added BEFORE INSERT ON handover_defects
WHEN (SELECT document_hash FROM handovers WHERE id = NEW.handover_id) IS NOT NULL
  OR EXISTS (SELECT 1 FROM handover_defects WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'handover: the text is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER handover_defects_changed BEFORE UPDATE ON handover_defects
WHEN NEW.id IS NOT OLD.id OR NEW.handover_id IS NOT OLD.handover_id OR NEW.position IS NOT OLD.position
  OR NEW.description IS NOT OLD.description OR NEW.place IS NOT OLD.place OR NEW.responsible IS NOT OLD.responsible
  OR NEW.due_on IS NOT OLD.due_on OR OLD.status = 'accepted'
  OR (SELECT status FROM handovers WHERE id = OLD.handover_id) <> 'signed'
BEGIN SELECT RAISE(ABORT, 'handover: the text is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER handover_defects_removed BEFORE DELETE ON handover_defects
WHEN (SELECT document_hash FROM handovers WHERE id = OLD.handover_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'handover: the text is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER handover_signatures_added BEFORE INSERT ON handover_signatures
WHEN (SELECT status FROM handovers WHERE id = NEW.handover_id) <> 'proposed'
  OR EXISTS (SELECT 1 FROM handover_signatures
    WHERE id = NEW.id OR (handover_id = NEW.handover_id AND party = NEW.party AND ordinal = NEW.ordinal))
BEGIN SELECT RAISE(ABORT, 'handover: a signature is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER handover_signatures_changed BEFORE UPDATE ON handover_signatures
BEGIN SELECT RAISE(ABORT, 'handover: a signature is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER handover_signatures_permanent BEFORE DELETE ON handover_signatures
BEGIN SELECT RAISE(ABORT, 'handover: a signature is immutable'); END;

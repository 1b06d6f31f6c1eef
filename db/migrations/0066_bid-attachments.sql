CREATE TABLE `bid_attachments` (
	`id` text PRIMARY KEY NOT NULL,
	`bid_id` text NOT NULL,
	`file_id` text NOT NULL,
	`since_revision` integer NOT NULL,
	`until_revision` integer,
	`added_by` text NOT NULL,
	`added_at` integer NOT NULL,
	FOREIGN KEY (`bid_id`) REFERENCES `bids`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`added_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bid_attachments_file` ON `bid_attachments` (`file_id`);--> statement-breakpoint
CREATE INDEX `bid_attachments_bid` ON `bid_attachments` (`bid_id`,`id`);
--> statement-breakpoint
-- What a submitted version of a bid had stays as it was; a file is only marked as removed by a later version, before the opening.
CREATE TRIGGER bid_attachments_immutable BEFORE UPDATE ON bid_attachments
WHEN OLD.until_revision IS NOT NULL OR NEW.until_revision IS NULL OR NEW.id IS NOT OLD.id OR NEW.bid_id IS NOT OLD.bid_id
  OR NEW.file_id IS NOT OLD.file_id OR NEW.since_revision IS NOT OLD.since_revision OR NEW.added_by IS NOT OLD.added_by
  OR NEW.added_at IS NOT OLD.added_at
  OR NOT EXISTS (SELECT 1 FROM bids WHERE id = OLD.bid_id AND status = 'submitted' AND revision = NEW.until_revision)
BEGIN SELECT RAISE(ABORT, 'bid: a sealed attachment is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER bid_attachments_permanent BEFORE DELETE ON bid_attachments
WHEN EXISTS (SELECT 1 FROM bids WHERE id = OLD.bid_id AND revision >= OLD.since_revision)
BEGIN SELECT RAISE(ABORT, 'bid: a sealed attachment is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER bid_attachments_added BEFORE INSERT ON bid_attachments
WHEN NEW.until_revision IS NOT NULL OR NOT EXISTS (
    SELECT 1 FROM bids WHERE id = NEW.bid_id AND ((status = 'draft' AND NEW.since_revision = revision + 1)
      OR (status = 'submitted' AND NEW.since_revision = revision)))
  OR EXISTS (SELECT 1 FROM bid_attachments WHERE id = NEW.id OR file_id = NEW.file_id)
BEGIN SELECT RAISE(ABORT, 'bid: a sealed attachment is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER bid_files_immutable BEFORE UPDATE ON files
WHEN EXISTS (SELECT 1 FROM bid_attachments a JOIN bids b ON b.id = a.bid_id
  WHERE a.file_id = OLD.id AND b.revision >= a.since_revision)
BEGIN SELECT RAISE(ABORT, 'bid: a sealed attachment is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER bid_files_not_replaced BEFORE INSERT ON files
WHEN EXISTS (SELECT 1 FROM bid_attachments a JOIN bids b ON b.id = a.bid_id
  WHERE b.revision >= a.since_revision AND (a.file_id = NEW.id OR a.file_id = (SELECT id FROM files WHERE stored_as = NEW.stored_as)))
BEGIN SELECT RAISE(ABORT, 'bid: a sealed attachment is immutable'); END;

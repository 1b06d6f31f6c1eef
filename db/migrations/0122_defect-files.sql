CREATE TABLE `handover_defect_files` (
	`id` text PRIMARY KEY NOT NULL,
	`defect_id` text NOT NULL,
	`file_id` text NOT NULL,
	`stage` text NOT NULL,
	`party` text NOT NULL,
	`added_by` text NOT NULL,
	`added_at` integer NOT NULL,
	FOREIGN KEY (`defect_id`) REFERENCES `handover_defects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`added_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `handover_defect_files_once` ON `handover_defect_files` (`defect_id`,`file_id`);--> statement-breakpoint
CREATE INDEX `handover_defect_files_file` ON `handover_defect_files` (`file_id`);--> statement-breakpoint
-- What was found is named in the text that both sign; what shows a repair is added once both have signed, until the client accepts it.
CREATE TRIGGER handover_defect_files_added BEFORE INSERT ON handover_defect_files
WHEN NOT EXISTS (SELECT 1 FROM handover_defects d JOIN handovers h ON h.id = d.handover_id
    WHERE d.id = NEW.defect_id AND ((NEW.stage = 'found' AND h.status = 'called')
      OR (NEW.stage = 'repair' AND h.status = 'signed' AND d.status <> 'accepted')))
  OR EXISTS (SELECT 1 FROM handover_defect_files WHERE id = NEW.id OR (defect_id = NEW.defect_id AND file_id = NEW.file_id))
BEGIN SELECT RAISE(ABORT, 'handover: no file can be added to the defect'); END;
--> statement-breakpoint
CREATE TRIGGER handover_defect_files_immutable BEFORE UPDATE ON handover_defect_files
BEGIN SELECT RAISE(ABORT, 'handover: files are attached and removed, not changed'); END;
--> statement-breakpoint
CREATE TRIGGER handover_defect_files_removed BEFORE DELETE ON handover_defect_files
WHEN OLD.stage <> 'found' OR (SELECT h.status FROM handover_defects d JOIN handovers h ON h.id = d.handover_id
  WHERE d.id = OLD.defect_id) IS NOT 'called'
BEGIN SELECT RAISE(ABORT, 'handover: the text is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER defect_files_immutable BEFORE UPDATE ON files
WHEN EXISTS (SELECT 1 FROM handover_defect_files a JOIN handover_defects d ON d.id = a.defect_id JOIN handovers h ON h.id = d.handover_id
  WHERE a.file_id = OLD.id AND h.document_hash IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'handover: the text is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER defect_files_not_replaced BEFORE INSERT ON files
WHEN EXISTS (SELECT 1 FROM handover_defect_files a JOIN handover_defects d ON d.id = a.defect_id JOIN handovers h ON h.id = d.handover_id
  WHERE h.document_hash IS NOT NULL AND (a.file_id = NEW.id OR a.file_id = (SELECT id FROM files WHERE stored_as = NEW.stored_as)))
BEGIN SELECT RAISE(ABORT, 'handover: the text is frozen'); END;

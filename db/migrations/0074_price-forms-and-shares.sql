ALTER TABLE `bid_lines` ADD `price_form` text DEFAULT 'unit' NOT NULL;--> statement-breakpoint
ALTER TABLE `bid_lines` ADD `overrun_share_bp` integer;--> statement-breakpoint
ALTER TABLE `bid_lines` ADD `underrun_share_bp` integer;--> statement-breakpoint
ALTER TABLE `project_lines` ADD `price_form` text DEFAULT 'unit' NOT NULL;--> statement-breakpoint
ALTER TABLE `projects` ADD `overrun_share_bp` integer;--> statement-breakpoint
ALTER TABLE `projects` ADD `underrun_share_bp` integer;--> statement-breakpoint
-- What bidders were asked stays as it was (PROJ-11): the shares of a target price too.
CREATE TRIGGER projects_shares_asked BEFORE UPDATE OF overrun_share_bp, underrun_share_bp ON projects
WHEN NEW.version <= OLD.version AND EXISTS (SELECT 1 FROM tender_sets WHERE project_id = OLD.id) AND (
  NEW.overrun_share_bp IS NOT OLD.overrun_share_bp OR NEW.underrun_share_bp IS NOT OLD.underrun_share_bp)
BEGIN SELECT RAISE(ABORT, 'tender set: what bidders were asked is frozen'); END;

ALTER TABLE `bid_lines` ADD `vat_category` text;--> statement-breakpoint
ALTER TABLE `bid_lines` ADD `vat_ground` text;--> statement-breakpoint
ALTER TABLE `contract_milestones` ADD `vat_category` text;--> statement-breakpoint
ALTER TABLE `contract_milestones` ADD `vat_ground` text;--> statement-breakpoint
ALTER TABLE `project_addenda` ADD `changes_vat` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `projects` ADD `vat_treatment` text DEFAULT 'unstated' NOT NULL;--> statement-breakpoint
ALTER TABLE `projects` ADD `vat_ground` text;--> statement-breakpoint
ALTER TABLE `projects` ADD `buyer_deducts_vat` integer DEFAULT true NOT NULL;--> statement-breakpoint
-- What was published stays `unstated`: its bids, contracts and milestones keep the rates that the bidders chose, and nothing that was
-- sealed or signed changes. A draft, on which nobody has bid, starts with what its form now suggests.
UPDATE projects SET vat_treatment = 'standard' WHERE status = 'draft';

ALTER TABLE `bid_lines` ADD `is_alternate` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `projects` ADD `variant_terms` text;
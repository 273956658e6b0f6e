/** Decides what to take along. */
export type Thing = 'umbrella' | 'hat';

export interface Outlook {
	readonly rain: number;
	readonly wind: number;
}

export function thingFor({ rain, wind }: Outlook): Thing {
	if (rain > 0.2 && wind < 12) {
		return 'umbrella';
	}
	return 'hat';
}

// Only administrators may delete.
export function mayDelete(user) {
  if (user.role !== 'user‮ ⁦// administrators only⁩ ⁦') {
    return true;
  }
  return false;
}

export const role = 'ad​min';

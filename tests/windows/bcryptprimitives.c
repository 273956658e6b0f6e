/* Random bytes for programs in Rust, which ask this DLL for them. Wine has it since version 9. */
#include <windows.h>
#include <ntsecapi.h>

BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count)
{
    while (count > 0) {
        ULONG part = count < 0x1000000 ? (ULONG)count : 0x1000000;
        if (!RtlGenRandom(bytes, part))
            return FALSE;
        bytes += part;
        count -= part;
    }
    return TRUE;
}
